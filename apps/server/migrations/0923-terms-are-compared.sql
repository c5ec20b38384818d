-- All terms of an offering are sealed when it opens: what is paid, who may apply, how many, and when.

CREATE OR REPLACE FUNCTION ipo.keep_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.open_hash IS NOT NULL AND (OLD.id, OLD.offered_shares, OLD.shares_per_lot, OLD.min_lots, OLD.max_lots, OLD.closes_ms, OLD.seed, OLD.seed_hash, OLD.open_hash,
      OLD.entropy_kind, OLD.entropy_chain, OLD.entropy_round, OLD.price_paise, OLD.kind, OLD.code, OLD.asset, OLD.floor_paise, OLD.cap_paise,
      OLD.issue_paise, OLD.discount_bps, OLD.total_shares, OLD.reserved_shares, OLD.upfront_bps, OLD.demand_hundredths, OLD.key_hash,
      OLD.opened_ms, OLD.opens_market, OLD.closes_market, OLD.allotment_market, OLD.signing_market, OLD.listing_date, OLD.closes_at_once)
    IS DISTINCT FROM (NEW.id, NEW.offered_shares, NEW.shares_per_lot, NEW.min_lots, NEW.max_lots, NEW.closes_ms, NEW.seed, NEW.seed_hash, NEW.open_hash,
      NEW.entropy_kind, NEW.entropy_chain, NEW.entropy_round, NEW.price_paise, NEW.kind, NEW.code, NEW.asset, NEW.floor_paise, NEW.cap_paise,
      NEW.issue_paise, NEW.discount_bps, NEW.total_shares, NEW.reserved_shares, NEW.upfront_bps, NEW.demand_hundredths, NEW.key_hash,
      NEW.opened_ms, NEW.opens_market, NEW.closes_market, NEW.allotment_market, NEW.signing_market, NEW.listing_date, NEW.closes_at_once) THEN
    RAISE EXCEPTION 'the terms of % are sealed', OLD.id USING ERRCODE = '42501';
  END IF;
  IF OLD.closed_ms IS NOT NULL AND ((OLD.closed_ms, OLD.applications, OLD.lots, OLD.arrived, OLD.next_number)
      IS DISTINCT FROM (NEW.closed_ms, NEW.applications, NEW.lots, NEW.arrived, NEW.next_number) OR NEW.state IN ('coming_soon', 'in_progress', 'withdrawn')) THEN
    RAISE EXCEPTION 'the list of % is frozen', OLD.id USING ERRCODE = '42501';
  END IF;
  IF OLD.list_root IS NOT NULL AND OLD.list_root IS DISTINCT FROM NEW.list_root
    OR OLD.drawn_ms IS NOT NULL AND (OLD.drawn_ms, OLD.mode, OLD.entropy_value, OLD.allotment_paise)
      IS DISTINCT FROM (NEW.drawn_ms, NEW.mode, NEW.entropy_value, NEW.allotment_paise) THEN
    RAISE EXCEPTION 'the draw of % is done', OLD.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

-- What an offering says of its draw and its price is what the log has of it.

CREATE OR REPLACE FUNCTION ipo.check_sealed() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH said AS (
    SELECT r.type, r.ref, r.json::jsonb AS json FROM ledger.record r WHERE r.type IN ('offering.open', 'draw.close', 'draw.result')
  ), wrong AS (
    SELECT o.id, CASE
      WHEN o.open_hash IS NOT NULL AND NOT coalesce(opened.json @> jsonb_build_object(
          'seedHash', encode(o.seed_hash, 'hex'), 'openHash', encode(o.open_hash, 'hex'), 'shares', o.offered_shares, 'sharesPerLot', o.shares_per_lot,
          'minLots', o.min_lots, 'maxLots', o.max_lots, 'closesAt', o.closes_ms,
          'offeringId', o.id, 'kind', o.kind, 'code', o.code, 'pricePaise', o.price_paise,
          'entropy', jsonb_build_object('kind', o.entropy_kind, 'chain', o.entropy_chain, 'round', o.entropy_round))
        -- What a market begins with may open before the morning that gives it a reference.
        AND coalesce(opened.json -> 'referencePaise', to_jsonb(o.reference_paise)) IS NOT DISTINCT FROM to_jsonb(o.reference_paise), false) THEN 'terms'
      WHEN o.seed IS NOT NULL AND o.seed_hash IS DISTINCT FROM sha256(
          int4send(17) || 'khara/draw/seed/1'::bytea || int4send(octet_length(o.id)) || convert_to(o.id, 'UTF8') || o.seed) THEN 'seed'
      WHEN o.list_root IS NOT NULL AND NOT coalesce(closed.json @> jsonb_build_object(
          'listRoot', encode(o.list_root, 'hex'), 'seed', encode(o.seed, 'hex'), 'n', o.list_count), false) THEN 'list or seed'
      WHEN o.drawn_ms IS NOT NULL AND o.kind <> 'block' AND NOT coalesce(drawn.json @> jsonb_build_object(
          'mode', o.mode, 'entropyValue', encode(o.entropy_value, 'hex')), false) THEN 'result'
      WHEN opened.ref IS NOT NULL AND o.open_hash IS NULL OR closed.ref IS NOT NULL AND o.list_root IS NULL OR drawn.ref IS NOT NULL AND o.drawn_ms IS NULL
        THEN 'state'
    END AS what
    FROM ipo.offering o
    LEFT JOIN said opened ON opened.type = 'offering.open' AND opened.ref = o.id
    LEFT JOIN said closed ON closed.type = 'draw.close' AND closed.ref = o.id
    LEFT JOIN said drawn ON drawn.type = 'draw.result' AND drawn.ref = o.id
  )
  SELECT 'offering_is_as_sealed', count(*), min(w.id || ': its ' || w.what || ' is not what the log says') FROM wrong w WHERE w.what IS NOT NULL
$$;
