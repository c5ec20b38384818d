-- Fills that orders had as they were placed: each is an element of the order's row.
CREATE VIEW trading.arrival_fill AS
  SELECT (o.id << 16) + x.no AS id, o.id AS order_id, o.position_id, o.user_id, o.asset, o.code, o.side, x.quantity,
         x.price_paise, x.price_paise * x.quantity AS value_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.brokerage_paise ELSE o.fill_charges[7 * x.no - 6] END
           AS brokerage_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.stt_paise ELSE o.fill_charges[7 * x.no - 5] END AS stt_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.exchange_paise ELSE o.fill_charges[7 * x.no - 4] END AS exchange_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.sebi_paise ELSE o.fill_charges[7 * x.no - 3] END AS sebi_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.stamp_paise ELSE o.fill_charges[7 * x.no - 2] END AS stamp_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.gst_paise ELSE o.fill_charges[7 * x.no - 1] END AS gst_paise,
         CASE WHEN o.fill_charges IS NULL THEN o.dp_paise ELSE o.fill_charges[7 * x.no] END AS dp_paise,
         o.fill_aggressor AS aggressor, o.matched_ms AS at_ms, left(o.matched_time, 10)::date AS market_date,
         o.matched_time AS market_time, o.market_day, x.trade_no, o.product, o.fill_phase AS phase, x.mac
  FROM trading."order" o
  CROSS JOIN LATERAL unnest(o.fill_trade, o.fill_quantity, o.fill_price_paise, o.fill_mac)
    WITH ORDINALITY AS x (trade_no, quantity, price_paise, mac, no);
