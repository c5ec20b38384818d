-- Shares of a user that may not be sold on a market date.
CREATE OR REPLACE FUNCTION trading.locked_shares(p_user text, p_asset text, p_market_date date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(l.remaining), 0)::bigint FROM trading.lot l
  WHERE l.user_id = p_user AND l.asset = p_asset AND l.remaining > 0 AND l.locked_until > p_market_date
$$;
