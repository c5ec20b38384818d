-- What an offering says of its draw and its price is what the log has: terms and hash of the seed when it opened, list
-- and seed when it closed, mode and entropy when it was drawn. The seed is the one whose hash was promised.
CREATE OR REPLACE FUNCTION offerings.check_sealed() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH said AS (
    SELECT r.type, r.ref, r.json::jsonb AS json FROM ledger.record r
    WHERE r.type IN ('offering.open', 'draw.close', 'draw.result')
  ), wrong AS (
    SELECT o.id, CASE
      WHEN o.open_hash IS NOT NULL AND NOT coalesce(opened.json @> jsonb_build_object(
          'seedHash', encode(o.seed_hash, 'hex'), 'openHash', encode(o.open_hash, 'hex'), 'shares', o.offered_shares,
          'sharesPerLot', o.shares_per_lot, 'minLots', o.min_lots, 'maxLots', o.max_lots, 'closesAt', o.closes_ms,
          'offeringId', o.id, 'kind', o.kind, 'code', o.code, 'pricePaise', o.price_paise,
          'entropy', jsonb_build_object('kind', o.entropy_kind, 'chain', o.entropy_chain, 'round', o.entropy_round))
        -- What a market begins with may open before the morning that gives it a reference.
        AND coalesce(opened.json -> 'referencePaise',
          to_jsonb(o.reference_paise)) IS NOT DISTINCT FROM to_jsonb(o.reference_paise), false) THEN 'terms'
      WHEN o.seed IS NOT NULL AND o.seed_hash IS DISTINCT FROM sha256(
          int4send(17) || 'khara/draw/seed/1'::bytea || int4send(octet_length(o.id)) || convert_to(o.id, 'UTF8')
            || o.seed) THEN 'seed'
      WHEN o.list_root IS NOT NULL AND NOT coalesce(closed.json @> jsonb_build_object(
          'listRoot', encode(o.list_root, 'hex'), 'seed', encode(o.seed, 'hex'), 'n', o.list_count), false)
            THEN 'list or seed'
      WHEN o.drawn_ms IS NOT NULL AND o.kind <> 'block' AND NOT coalesce(drawn.json @> jsonb_build_object(
          'mode', o.mode, 'entropyValue', encode(o.entropy_value, 'hex'), 'pricePaise', o.allotment_paise), false)
            THEN 'result'
      WHEN opened.ref IS NOT NULL AND o.open_hash IS NULL OR closed.ref IS NOT NULL AND o.list_root IS NULL
        OR drawn.ref IS NOT NULL AND o.drawn_ms IS NULL
        THEN 'state'
    END AS what
    FROM offerings.offering o
    LEFT JOIN said opened ON opened.type = 'offering.open' AND opened.ref = o.id
    LEFT JOIN said closed ON closed.type = 'draw.close' AND closed.ref = o.id
    LEFT JOIN said drawn ON drawn.type = 'draw.result' AND drawn.ref = o.id
  )
  SELECT 'offering_is_as_sealed', count(*), min(w.id || ': its ' || w.what || ' is not what the log says') FROM wrong w
  WHERE w.what IS NOT NULL
$$;
