-- Shares of a holding as they are on a market date, whatever of a split or bonus is written by now: holders get theirs
-- some at a time, and servers come to a day at different moments. Without a date they are as they are written.
CREATE OR REPLACE FUNCTION trading.shares_on(p_user text, p_code text, p_shares bigint, p_market_date date)
RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((
    SELECT CASE
      WHEN e.held IS NOT NULL THEN round(p_shares * e.held / (e.held + e.added)::numeric)
      WHEN a.kind = 'split' THEN p_shares * a.first / a.second
      ELSE p_shares + p_shares * a.first / a.second
    END
    FROM market.corporate_action a LEFT JOIN trading.entitlement e ON e.action_id = a.id AND e.user_id = p_user
    WHERE a.code = p_code AND a.kind IN ('split', 'bonus')
      AND CASE WHEN a.ex_date > p_market_date THEN e.held IS NOT NULL
        ELSE a.ex_date <= p_market_date AND a.applied_ms IS NULL AND e.held IS NULL END
    ORDER BY a.ex_date LIMIT 1
  ), p_shares)::integer
$$;
