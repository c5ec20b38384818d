-- What happened to orders after they were accepted, step by step.
CREATE VIEW trading.order_event AS
  SELECT o.id AS order_id, 1 AS no, 'open'::text AS state, o.matched_ms AS at_ms, o.matched_time AS market_time,
         NULL::integer AS quantity, NULL::bigint AS price_paise, NULL::text AS reason, 'opened'::text AS step,
         CASE WHEN cardinality(o.book) = 6 THEN jsonb_build_object('book', jsonb_strip_nulls(
           jsonb_build_object('lastPaise', o.book[1], 'bidPaise', o.book[2], 'bidQuantity', o.book[3],
             'askPaise', o.book[4], 'askQuantity', o.book[5], 'aheadQuantity', o.book[6]))) END
           AS details
  FROM trading."order" o WHERE o.book IS NOT NULL
  UNION ALL
  SELECT o.id, 1 + x.no::integer,
         -- an order that was complete at once has no other answer than what it is
         CASE WHEN o.state = 'complete' AND o.first_answer IS NULL AND x.no = cardinality(o.fill_trade)
           THEN 'complete' ELSE 'open' END,
         o.matched_ms, o.matched_time, x.quantity, x.price_paise, NULL, 'filled',
         jsonb_build_object('tradeNo', x.trade_no, 'phase', o.fill_phase)
           || CASE o.fill_phase WHEN 'continuous' THEN jsonb_build_object('aggressor', o.fill_aggressor) ELSE '{}' END
  FROM trading."order" o
  CROSS JOIN LATERAL unnest(o.fill_trade, o.fill_quantity, o.fill_price_paise)
    WITH ORDINALITY AS x (trade_no, quantity, price_paise, no)
  UNION ALL
  SELECT s.order_id, s.no, s.state, s.at_ms, s.market_time, s.quantity, s.price_paise, s.reason, s.step, s.details
  FROM trading.order_step s;
