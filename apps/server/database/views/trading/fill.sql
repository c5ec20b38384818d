-- Executions of orders, each a side of a trade. No fill has a number below its order's, times 65,536.
CREATE VIEW trading.fill AS
  SELECT * FROM trading.arrival_fill
  UNION ALL
  SELECT f.id, f.order_id, f.position_id, f.user_id, f.asset, f.code, f.side, f.quantity, f.price_paise, f.value_paise,
         f.brokerage_paise, f.stt_paise, f.exchange_paise, f.sebi_paise, f.stamp_paise, f.gst_paise, f.dp_paise,
         f.aggressor, f.at_ms, f.market_date, f.market_time, f.market_day, f.trade_no, f.product, f.phase,
         f.mac
  FROM trading.resting_fill f;
