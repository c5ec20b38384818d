-- All terms of an offering are sealed when it opens: what is paid, who may apply, how many, and when. The list is
-- frozen once and drawn once, and no offering is withdrawn after its close.
CREATE OR REPLACE FUNCTION offerings.keep_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.open_hash IS NOT NULL AND (OLD.id, OLD.offered_shares, OLD.shares_per_lot, OLD.min_lots, OLD.max_lots,
    OLD.closes_ms, OLD.seed, OLD.seed_hash, OLD.open_hash, OLD.entropy_kind, OLD.entropy_chain, OLD.entropy_round,
    OLD.price_paise, OLD.kind, OLD.code, OLD.asset, OLD.floor_paise, OLD.cap_paise,
      OLD.issue_paise, OLD.discount_bps, OLD.total_shares, OLD.reserved_shares, OLD.upfront_bps, OLD.demand_hundredths,
      OLD.key_hash, OLD.opened_ms, OLD.opens_market, OLD.closes_market, OLD.allotment_market, OLD.signing_market,
      OLD.listing_date, OLD.closes_at_once)
    IS DISTINCT FROM (NEW.id, NEW.offered_shares, NEW.shares_per_lot, NEW.min_lots, NEW.max_lots, NEW.closes_ms,
      NEW.seed, NEW.seed_hash, NEW.open_hash, NEW.entropy_kind, NEW.entropy_chain, NEW.entropy_round, NEW.price_paise,
      NEW.kind, NEW.code, NEW.asset, NEW.floor_paise, NEW.cap_paise,
      NEW.issue_paise, NEW.discount_bps, NEW.total_shares, NEW.reserved_shares, NEW.upfront_bps, NEW.demand_hundredths,
      NEW.key_hash, NEW.opened_ms, NEW.opens_market, NEW.closes_market, NEW.allotment_market, NEW.signing_market,
      NEW.listing_date, NEW.closes_at_once) THEN
    RAISE EXCEPTION 'the terms of % are sealed', OLD.id USING ERRCODE = '42501';
  END IF;
  IF OLD.closed_ms IS NOT NULL AND ((OLD.closed_ms, OLD.applications, OLD.lots, OLD.arrived, OLD.next_number)
      IS DISTINCT FROM (NEW.closed_ms, NEW.applications, NEW.lots, NEW.arrived, NEW.next_number)
        OR NEW.state IN ('coming_soon', 'in_progress', 'withdrawn')) THEN
    RAISE EXCEPTION 'the list of % is frozen', OLD.id USING ERRCODE = '42501';
  END IF;
  IF OLD.list_root IS NOT NULL AND OLD.list_root IS DISTINCT FROM NEW.list_root
    OR OLD.drawn_ms IS NOT NULL AND (OLD.drawn_ms, OLD.mode, OLD.entropy_value, OLD.allotment_paise)
      IS DISTINCT FROM (NEW.drawn_ms, NEW.mode, NEW.entropy_value, NEW.allotment_paise) THEN
    RAISE EXCEPTION 'the draw of % is done', OLD.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
