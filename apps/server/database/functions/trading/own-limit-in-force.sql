-- What a member's own limit is now, by the newest change of it; null: none. A looser one waits for a market day that
-- begins 24 hours after it was asked for. The server says when a day begins, so those hours have to be over by the
-- database's clock, too.
CREATE OR REPLACE FUNCTION trading.own_limit_in_force(p_change trading.own_limit) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_change.from_ms IS NULL
      OR extract(epoch FROM clock_timestamp()) * 1000 >= p_change.from_ms AND (
        SELECT d.market_date > p_change.asked_date AND d.began_ms >= p_change.from_ms
        FROM market.day d ORDER BY d.market_day DESC LIMIT 1)
    THEN p_change.value ELSE p_change.before END
$$;
