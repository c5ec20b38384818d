-- An offer of listed shares draws its share's value toward its price (decision 95). The command stands in the journal between members' commands, so that the day
-- can be played again with it; it names the offering, and says whether that opens or its shares may be sold from that market date on.

ALTER TABLE trading.command
  DROP CONSTRAINT command_kind_check,
  ADD CONSTRAINT command_kind_check CHECK (kind IN ('place', 'modify', 'cancel', 'expire', 'news', 'suspend', 'offer')),
  ADD COLUMN offering_id text,
  ADD COLUMN on_date date,
  DROP CONSTRAINT command_of_order_or_share,
  ADD CONSTRAINT command_of_order_or_share CHECK (
    CASE kind
      WHEN 'news' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NOT NULL AND about IS NOT NULL AND bps IS NOT NULL AND request_id IS NULL AND offering_id IS NULL
      WHEN 'suspend' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IS NULL AND bps IS NULL AND request_id IS NOT NULL AND offering_id IS NULL
      WHEN 'offer' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IN ('opens', 'sold') AND bps < 0 AND request_id IS NULL
        AND offering_id IS NOT NULL AND on_date IS NOT NULL
      ELSE order_id IS NOT NULL AND code IS NULL AND article_id IS NULL AND about IS NULL AND bps IS NULL AND request_id IS NULL AND offering_id IS NULL END);
CREATE UNIQUE INDEX command_offer ON trading.command (offering_id, about, on_date) WHERE kind = 'offer';

-- The close of the share from which the price of an offer was made, and the market date on whose morning that was.
ALTER TABLE ipo.offering ADD COLUMN reference_paise bigint CHECK (reference_paise > 0), ADD COLUMN priced_on date;

-- Each command of an offer is of an offering that has opened, or opens that day, in its share; and what it says of an opening is what price and close give.
CREATE FUNCTION ipo.check_offers() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'offers_draw_to_their_price', count(*), min('command ' || c.seq || ' moves ' || c.code || ' by ' || c.bps || ' for ' || c.offering_id)
  FROM trading.command c LEFT JOIN ipo.offering o ON o.id = c.offering_id
  WHERE c.kind = 'offer' AND (o.id IS NULL OR o.code <> c.code OR o.kind = 'ipo' OR o.reference_paise IS NULL
    OR c.about = 'opens' AND (c.on_date <> o.priced_on OR c.bps <> round((o.price_paise - o.reference_paise) * 10000 / o.reference_paise::numeric)))
$$;

CREATE OR REPLACE FUNCTION checks.of_modules() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM trading.check_all() UNION ALL SELECT * FROM trading.check_lots()
  UNION ALL SELECT * FROM wallet.check_all() UNION ALL SELECT * FROM ipo.check_all() UNION ALL SELECT * FROM ipo.check_sealed() UNION ALL SELECT * FROM ipo.check_offers()
$$;
