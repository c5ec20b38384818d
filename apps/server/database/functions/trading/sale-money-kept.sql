-- Money of the day's sales that buys nothing before the next trading day.
CREATE OR REPLACE FUNCTION trading.sale_money_kept(p_user text, p_market_date date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.paise FROM trading.unusable_sale_money(p_user, p_market_date) m
$$;
