-- Requests that were answered for good, with what they were answered by: an order, a change of one, or a refusal.
CREATE VIEW trading.request AS
  SELECT o.user_id, CASE o.side WHEN 'buy' THEN 'placeBuyOrder' ELSE 'placeSellOrder' END AS call, o.request_id, o.req,
         o.id AS order_id, NULL::text AS refusal, o.accepted_ms AS at_ms, NULL::bigint AS seq
  FROM trading."order" o WHERE o.req IS NOT NULL
  UNION ALL
  SELECT r.user_id, r.call, r.request_id, r.req, r.order_id, r.refusal, r.at_ms, r.seq FROM trading.answered_request r;
