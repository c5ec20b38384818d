-- Whether an order takes no more than an intraday position has, beside other orders of the system that still may. A row
-- that no server wrote beside the position is in no square-off's way.
CREATE OR REPLACE FUNCTION trading.only_closes(p_order trading."order") RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_order.product = 'intraday' AND p_order.quantity
    + coalesce((SELECT sum(o.quantity - o.filled) FROM trading."order" o
        WHERE o.user_id = p_order.user_id AND o.asset = p_order.asset AND o.product = 'intraday'
          AND trading.is_open_state(o.state) AND o.by_system AND o.id <> p_order.id), 0)
    <= coalesce((SELECT max(CASE WHEN p_order.side = 'sell' THEN p.quantity ELSE -p.quantity END)
        FROM trading.position p WHERE p.user_id = p_order.user_id AND p.asset = p_order.asset AND p.product = 'intraday'
          AND p.state = 'in_position'), 0)
$$;
