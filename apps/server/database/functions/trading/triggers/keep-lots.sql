-- Makes and uses the lots of a batch of fills, without a loop where it can be. Nearly every fill is the only one of its
-- owner and share in its batch, and a sale mostly finds all its shares in the oldest lot. trading.take_lots does the
-- others, whose parts depend on one another.
CREATE OR REPLACE FUNCTION trading.keep_lots() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  SET enable_seqscan = off AS $$
DECLARE
  v_rest bigint[];
BEGIN
  WITH fill AS MATERIALIZED (
    SELECT f.id, f.user_id, f.asset, f.code, f.side, f.quantity, f.value_paise, f.stt_paise, f.market_date, f.at_ms,
           f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise
             + f.dp_paise AS charges,
           count(*) FILTER (WHERE f.side = 'sell') OVER w AS sales, count(*) OVER w AS fills
    FROM new_fill f WHERE f.product = 'delivery' WINDOW w AS (PARTITION BY f.user_id, f.asset)
  ), bought AS (
    INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining,
      cost_paise, charges_paise, stt_paise)
    SELECT f.user_id, f.asset, f.code, 'buy', f.id::text, f.market_date, f.at_ms, f.quantity, f.quantity, f.value_paise,
      f.charges, f.stt_paise
    FROM fill f WHERE f.sales = 0 ORDER BY f.id
  ), sold AS MATERIALIZED (
    SELECT f.*, l.id AS lot_id, l.acquired_on, trading.part_of(l.cost_paise, f.quantity, l.remaining) AS cost,
           trading.part_of(l.charges_paise, f.quantity, l.remaining) AS buy_charges,
           trading.part_of(l.stt_paise, f.quantity, l.remaining) AS buy_stt
    FROM fill f
    CROSS JOIN LATERAL (SELECT x.* FROM trading.lot x WHERE x.user_id = f.user_id AND x.asset = f.asset
      AND x.remaining > 0
      ORDER BY (x.locked_until > f.market_date) IS TRUE, x.id LIMIT 1) l
    WHERE f.side = 'sell' AND f.fills = 1 AND l.remaining >= f.quantity
  ), taken AS (
    UPDATE trading.lot x SET remaining = x.remaining - s.quantity, cost_paise = x.cost_paise - s.cost,
      charges_paise = x.charges_paise - s.buy_charges, stt_paise = x.stt_paise - s.buy_stt
    FROM sold s WHERE x.id = s.lot_id
  ), recorded AS (
    INSERT INTO trading.lot_sale (user_id, asset, code, fill_id, lot_id, quantity, acquired_on, sold_on, sold_ms,
      cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
    SELECT s.user_id, s.asset, s.code, s.id, s.lot_id, s.quantity, s.acquired_on, s.market_date, s.at_ms, s.cost,
      s.buy_charges, s.buy_stt, s.value_paise, s.charges, s.stt_paise
    FROM sold s ORDER BY s.id
  )
  SELECT array_agg(f.id) INTO v_rest FROM fill f WHERE f.sales > 0 AND f.id NOT IN (SELECT s.id FROM sold s);
  IF v_rest IS NOT NULL THEN
    PERFORM trading.take_lots((SELECT array_agg(ROW(f.*)::trading.fill) FROM new_fill f WHERE f.id = ANY (v_rest)));
  END IF;
  RETURN NULL;
END $$;
