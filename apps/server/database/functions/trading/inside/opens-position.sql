-- Whether an order for `p_quantity` may open a position, or make one larger, by the rows of positions that there are.
-- The server has looked before, and by those alone that a server wrote: a row by another hand keeps no order from
-- closing here, and lets none open there. The user is locked. `p_order`: its number, where it is among the user's
-- orders.
CREATE OR REPLACE FUNCTION trading.opens_position(p_user text, p_asset text, p_side text, p_product text,
  p_quantity integer, p_order bigint DEFAULT NULL) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_product = 'delivery' THEN p_side = 'buy'
    ELSE p_quantity > greatest(0,
      coalesce((SELECT max(CASE WHEN p_side = 'sell' THEN p.quantity ELSE -p.quantity END) FROM trading.position p
        WHERE p.user_id = p_user AND p.asset = p_asset AND p.product = 'intraday' AND p.state = 'in_position'), 0)
      - coalesce((SELECT sum(o.quantity - o.filled) FROM trading."order" o
        WHERE o.user_id = p_user AND o.asset = p_asset AND o.product = 'intraday' AND o.side = p_side
          AND trading.is_open_state(o.state) AND o.id IS DISTINCT FROM p_order), 0)) END
$$;
