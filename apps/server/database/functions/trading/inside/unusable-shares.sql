-- Shares of a user that may not be sold on a market date, one row. A query that asks for many users takes this in as
-- its own: it has no setting, and is a set.
CREATE OR REPLACE FUNCTION trading.unusable_shares(p_user text, p_asset text, p_market_date date)
RETURNS TABLE (shares bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(l.remaining), 0)::bigint FROM trading.lot l
  WHERE l.user_id = p_user AND l.asset = p_asset AND l.remaining > 0 AND l.locked_until > p_market_date
$$;
