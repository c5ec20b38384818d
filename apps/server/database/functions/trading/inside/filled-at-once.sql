-- What delivery orders were filled for as they were placed, by the refs of their entries in the ledger
-- (order-<id>): shares, and their value in paise. The ledger asks before it takes such an entry.
CREATE OR REPLACE FUNCTION trading.filled_at_once(p_ref text[])
RETURNS TABLE (ref text, user_id text, side text, asset text, shares bigint, paise bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  SELECT r.ref, o.user_id, o.side, o.asset, f.shares, f.paise
  FROM unnest(p_ref) AS r (ref)
  JOIN trading."order" o ON o.id = substr(r.ref, 7)::bigint AND r.ref = 'order-' || o.id
  CROSS JOIN LATERAL (
    SELECT sum(x.quantity) AS shares, sum(x.quantity * x.price)::bigint AS paise
    FROM unnest(o.fill_quantity, o.fill_price_paise) AS x (quantity, price) WHERE o.fill_trade IS NOT NULL
    UNION ALL
    -- fills at once of which its row cannot tell
    SELECT sum(x.quantity), sum(x.value_paise)::bigint FROM trading.resting_fill x
    WHERE o.fill_trade IS NULL AND x.order_id = o.id AND x.id < (o.id + 1) << 16
  ) f
  WHERE o.product = 'delivery' AND f.shares > 0
$$;
