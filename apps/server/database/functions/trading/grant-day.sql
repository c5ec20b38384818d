-- What the orders of an assistant have of its ceilings on a market date, but for those of `p_but`: their worth in
-- paise, of what rests at its limit or its protected price and of what was filled at its fills, and their number. What
-- ends unfilled is given back. Orders that wait for the pre-open count for the date on which they are looked at.
CREATE OR REPLACE FUNCTION trading.grant_day(p_user text, p_key text, p_market_date date, p_but bigint[] DEFAULT '{}')
RETURNS TABLE (paise bigint, orders integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(x.filled_paise + CASE WHEN trading.is_open_state(x.state)
           THEN (x.quantity - x.filled)::bigint * x.price_paise ELSE 0 END), 0)::bigint, count(*)::integer
  FROM trading."order" x
  WHERE x.program_key = p_key AND x.user_id = p_user AND x.id <> ALL (p_but)
    AND (x.market_date = p_market_date OR (x.after_market AND x.state = 'pending'))
$$;
