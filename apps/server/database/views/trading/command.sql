-- The journal: every command with its place. The command of an order that the exchange took as it was placed has the
-- order's number.
CREATE VIEW trading.command AS
  SELECT o.id AS seq, 'place'::text AS kind, o.id AS order_id, o.accepted_ms, o.market_day, o.applied_step,
         o.applied_index,
         CASE WHEN o.placed_terms IS NULL THEN o.price_paise ELSE o.placed_terms[1] END AS price_paise,
         CASE WHEN o.placed_terms IS NULL THEN o.quantity ELSE o.placed_terms[2]::integer END AS quantity,
         CASE WHEN o.placed_terms IS NULL THEN o.trigger_paise ELSE o.placed_terms[3] END AS trigger_paise,
         NULL::text AS reason,
         CASE WHEN o.placed_terms IS NULL THEN o.disclosed_quantity ELSE o.placed_terms[4]::integer END
           AS disclosed_quantity,
         NULL::text AS code, NULL::text AS article_id, NULL::text AS about, NULL::integer AS bps,
         NULL::bigint AS request_id, NULL::text AS offering_id, NULL::date AS on_date,
         NULL::bigint AS trigger_id,
         CASE WHEN o.placed_terms IS NULL THEN o.type
           ELSE (ARRAY['market', 'limit', 'sl', 'sl_m'])[o.placed_terms[5]] END AS type,
         CASE WHEN o.placed_terms IS NULL THEN o.validity WHEN o.placed_terms[6] = 1 THEN 'ioc' ELSE 'day' END
           AS validity,
         CASE WHEN o.placed_terms IS NULL THEN o.valid_minutes ELSE o.placed_terms[7]::integer END AS valid_minutes,
         CASE WHEN o.placed_terms IS NULL THEN o.protection_bps ELSE o.placed_terms[8]::integer END AS protection_bps,
         o.mac
  FROM trading."order" o WHERE o.applied_step IS NOT NULL
  UNION ALL
  SELECT c.seq, c.kind, c.order_id, c.accepted_ms, c.market_day, c.applied_step, c.applied_index, c.price_paise,
         c.quantity, c.trigger_paise, c.reason, c.disclosed_quantity, c.code, c.article_id, c.about, c.bps,
         c.request_id, c.offering_id, c.on_date, c.trigger_id, c.type, c.validity,
         c.valid_minutes, c.protection_bps, c.mac
  FROM trading.journal_command c;
