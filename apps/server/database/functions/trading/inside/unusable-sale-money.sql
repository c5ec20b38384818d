-- Money of the day's delivery sales that buys nothing before the next trading day, one row: what is not in the 80 %
-- (docs/sources.md M1). A query that asks for many users takes it in as its own: it has no setting, and is a set.
CREATE OR REPLACE FUNCTION trading.unusable_sale_money(p_user text, p_market_date date) RETURNS TABLE (paise bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(d.sold_paise), 0)::bigint - div(coalesce(sum(d.sold_paise), 0) * 80, 100)::bigint
  FROM trading.dp_charged d WHERE d.user_id = p_user AND d.market_date = p_market_date
$$;
