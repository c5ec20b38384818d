-- The limits that a member has set and that are in force, with what the market day has of them so far; null: none
-- ever. Amounts are text. `now` is the database's clock in real ms, and `marketDate` the day that runs: by these the
-- limits are decided. Orders are counted as far as the limit, and where `p_before` is given, those before this one
-- (trading.orders_of_day). A block that was taken is a purchase, and counts as one of them. `p_all`, for what is shown:
-- there is an answer without any limit, too, and each order of the day is counted.
CREATE OR REPLACE FUNCTION trading.own_limits_now(p_user text, p_all boolean DEFAULT false,
  p_before bigint DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN (WITH newest AS (
    SELECT k.kind, l.through_date, trading.own_limit_in_force(l::trading.own_limit) AS value
    FROM unnest(ARRAY['day_loss', 'day_orders', 'largest_order', 'no_intraday', 'pause']) AS k (kind)
    CROSS JOIN LATERAL (SELECT x.* FROM trading.own_limit x WHERE x.user_id = p_user AND x.kind = k.kind
      ORDER BY x.id DESC LIMIT 1) l
  ),
  own AS (
    SELECT max(value) FILTER (WHERE kind = 'day_loss') AS day_loss,
           max(value) FILTER (WHERE kind = 'day_orders') AS day_orders,
           max(value) FILTER (WHERE kind = 'largest_order') AS largest_order,
           max(value) FILTER (WHERE kind = 'no_intraday') AS no_intraday,
           max(value) FILTER (WHERE kind = 'pause') AS pause_until,
           max(through_date) AS pause_through,
           count(*) AS kinds
    FROM newest
  ),
  today AS MATERIALIZED (SELECT trading.market_date() AS market_date)
  SELECT jsonb_build_object(
    'now', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'marketDate', t.market_date,
    'dayLoss', o.day_loss::text, 'dayOrders', o.day_orders, 'largestOrder', o.largest_order::text,
    'noIntraday', o.no_intraday IS NOT NULL, 'pausedUntil', o.pause_until, 'pausedThrough', o.pause_through,
    'orders', trading.orders_of_day(p_user, t.market_date,
        CASE WHEN p_all THEN 2147483647 ELSE o.day_orders::int END, p_before)
      + (SELECT count(*) FROM offerings.application a WHERE (p_all OR o.day_orders IS NOT NULL)
         AND a.user_id = p_user AND a.kind = 'block' AND a.market_date = t.market_date))
  FROM own o CROSS JOIN today t WHERE o.kinds > 0 OR p_all);
END $$;
