-- Shares of a user that may not be sold on a market date.
CREATE OR REPLACE FUNCTION trading.locked_shares(p_user text, p_asset text, p_market_date date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.shares FROM trading.unusable_shares(p_user, p_asset, p_market_date) s
$$;
