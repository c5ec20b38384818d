-- Each command of an offer belongs to an offering of its share that has opened, or opens that day. What it says of an
-- opening follows from price and close.
CREATE OR REPLACE FUNCTION offerings.check_offers() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'offers_draw_to_their_price', count(*), min('command ' || c.seq || ' moves ' || c.code || ' by ' || c.bps
    || ' for ' || c.offering_id)
  FROM trading.command c LEFT JOIN offerings.offering o ON o.id = c.offering_id
  WHERE c.kind = 'offer' AND (o.id IS NULL OR o.code <> c.code OR o.kind = 'ipo' OR o.reference_paise IS NULL
    OR c.about = 'opens' AND (c.on_date <> o.priced_on
      OR c.bps <> round((o.price_paise - o.reference_paise) * 10000 / o.reference_paise::numeric)))
$$;
