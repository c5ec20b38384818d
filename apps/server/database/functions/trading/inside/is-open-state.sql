-- Whether an order in this state can still fill: OPEN_STATES of the contract. It has no search_path of its own, so that
-- a query that calls it uses the indexes of open orders.
CREATE OR REPLACE FUNCTION trading.is_open_state(p_state text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_state IN ('pending', 'open', 'trigger_pending')
$$;
