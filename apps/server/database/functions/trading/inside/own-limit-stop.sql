-- The limit that stops an order which opens a position, or makes one larger: the first in the published order of
-- pause, intraday, largest order and orders of the day; null: none. `p_own` is trading.own_limits_now, `p_value`
-- paise. A change of an order is not a new one. Where a loss is limited the server decides: the last price is not
-- here.
CREATE OR REPLACE FUNCTION trading.own_limit_stop(p_own jsonb, p_product text, p_value bigint, p_is_new boolean)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN (p_own ->> 'now')::bigint < (p_own ->> 'pausedUntil')::bigint
      OR (p_own ->> 'marketDate')::date <= (p_own ->> 'pausedThrough')::date THEN 'own_limit_pause'
    WHEN (p_own ->> 'noIntraday')::boolean AND p_product = 'intraday' THEN 'own_limit_no_intraday'
    WHEN p_value > (p_own ->> 'largestOrder')::bigint THEN 'own_limit_largest_order'
    WHEN p_is_new AND (p_own ->> 'orders')::bigint >= (p_own ->> 'dayOrders')::bigint THEN 'own_limit_day_orders'
  END
$$;
