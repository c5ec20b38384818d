-- The ceiling of an assistant that stops a new order of it, worth `p_value` paise; null: none, or a key of a program
-- placed it, which has none. `p_but` are orders that do not count yet.
CREATE OR REPLACE FUNCTION trading.grant_stop(p_user text, p_key text, p_market_date date, p_value bigint,
  p_but bigint[] DEFAULT '{}') RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN d.orders >= k.day_orders THEN 'assistant_day_orders'
    WHEN d.paise + p_value > k.day_paise THEN 'assistant_day_sum' END
  FROM accounts.program_key k CROSS JOIN trading.grant_day(p_user, p_key, p_market_date, p_but) d
  WHERE k.id = p_key AND k.member_id = p_user AND k.day_paise IS NOT NULL
$$;
