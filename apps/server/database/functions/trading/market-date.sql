-- The market date as it is.
CREATE OR REPLACE FUNCTION trading.market_date() RETURNS date
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.market_date FROM market.day d ORDER BY d.market_day DESC LIMIT 1
$$;
