-- Lots are what their owners hold, and no share was sold while it was locked in.
CREATE OR REPLACE FUNCTION trading.check_lots() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH lots AS (
    SELECT user_id || ' has ' || sum(shares) || ' ' || asset || ', the lots say ' || sum(remaining) AS sample
    FROM (
      SELECT substr(a.owner, 3) AS user_id, a.asset, a.balance AS shares, 0 AS remaining FROM ledger.account a
      WHERE a.owner LIKE 'u:%' AND a.code IN (120, 121, 122)
      UNION ALL SELECT l.user_id, l.asset, 0, l.remaining FROM trading.lot l
      -- lots are not made of the newest contract notes yet, and no note of a day that runs
      UNION ALL SELECT f.user_id, f.asset, 0, CASE f.side WHEN 'buy' THEN f.quantity ELSE -f.quantity END
      FROM trading.fill f LEFT JOIN trading.lots_made m ON m.user_id = f.user_id
      LEFT JOIN trading.contract_note n ON n.user_id = f.user_id AND n.market_date = f.market_date
      WHERE f.product = 'delivery' AND (n.number IS NULL OR n.number > coalesce(m.note, 0))
      UNION ALL SELECT c.user_id, c.asset, 0, CASE c.product WHEN 'delivery' THEN c.quantity ELSE -c.quantity END
      FROM trading.product_change c LEFT JOIN trading.lots_made m ON m.user_id = c.user_id
      LEFT JOIN trading.contract_note n ON n.user_id = c.user_id AND n.market_date = c.market_date
      WHERE n.number IS NULL OR n.number > coalesce(m.note, 0)
    ) x GROUP BY user_id, asset HAVING sum(shares) <> sum(remaining)
  )
  SELECT 'lots', count(*), min(x.sample) FROM lots x
  UNION ALL
  SELECT 'locked_in_lots', count(*), min(s.user_id || ' sold ' || s.quantity || ' ' || s.code || ' on ' || s.sold_on
    || ', locked in until ' || l.locked_until)
  FROM trading.lot_sale s JOIN trading.lot l ON l.id = s.lot_id WHERE s.sold_on < l.locked_until
$$;
