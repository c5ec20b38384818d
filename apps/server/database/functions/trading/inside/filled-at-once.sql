-- What delivery orders were filled for as they were placed, by the refs of their entries in the ledger
-- (order-<id>), by their place among these: shares, and their value and charges in paise. The ledger asks before it
-- takes such an entry, in the transaction that places the orders: their charges are of these fills alone.
CREATE OR REPLACE FUNCTION trading.filled_at_once(p_ref text[])
RETURNS TABLE (n int, user_id text, side text, asset text, shares bigint, paise bigint, brokerage bigint,
  other_charges bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  SELECT r.n::int, o.user_id, o.side, o.asset, f.shares, f.paise, o.brokerage_paise,
         o.stt_paise + o.exchange_paise + o.sebi_paise + o.stamp_paise + o.gst_paise + o.dp_paise
  FROM unnest(p_ref) WITH ORDINALITY AS r (ref, n)
  JOIN trading."order" o ON o.id = substr(r.ref, 7)::bigint AND r.ref = 'order-' || o.id
  CROSS JOIN LATERAL (
    SELECT sum(x.quantity) AS shares, sum(x.quantity * x.price)::bigint AS paise
    FROM (SELECT unnest(o.fill_quantity) AS quantity, unnest(o.fill_price_paise) AS price) x
    WHERE o.fill_trade IS NOT NULL
    UNION ALL
    -- fills at once of which its row cannot tell
    SELECT sum(x.quantity), sum(x.value_paise)::bigint FROM trading.resting_fill x
    WHERE o.fill_trade IS NULL AND x.order_id = o.id AND x.id < (o.id + 1) << 16
  ) f
  WHERE o.product = 'delivery' AND f.shares > 0
$$;
