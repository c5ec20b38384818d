-- Money of the day's delivery sales that buys nothing before the next trading day: what is not in the 80 %
-- (docs/sources.md M1).
CREATE OR REPLACE FUNCTION trading.sale_money_kept(p_user text, p_market_date date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(d.sold_paise), 0)::bigint - div(coalesce(sum(d.sold_paise), 0) * 80, 100)::bigint
  FROM trading.dp_charged d WHERE d.user_id = p_user AND d.market_date = p_market_date
$$;
