-- Shares of this side that would open an intraday position and not close one: the user's other orders come first at
-- what the position has. The user is locked. Where a row that no server wrote stands beside the position, what has less
-- to close counts: no order opens more than its margin is for.
CREATE OR REPLACE FUNCTION trading.opening_quantity(p_user text, p_asset text, p_side text, p_quantity integer,
  p_order bigint DEFAULT NULL) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(0, p_quantity - greatest(0,
    coalesce((SELECT min(CASE WHEN p_side = 'sell' THEN p.quantity ELSE -p.quantity END) FROM trading.position p
      WHERE p.user_id = p_user AND p.asset = p_asset AND p.product = 'intraday' AND p.state = 'in_position'), 0)
    - coalesce((SELECT sum(o.quantity - o.filled)::int FROM trading."order" o
      WHERE o.user_id = p_user AND o.asset = p_asset AND o.product = 'intraday' AND o.side = p_side
        AND trading.is_open_state(o.state)
        AND o.id IS DISTINCT FROM p_order), 0)))
$$;
