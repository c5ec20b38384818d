-- Whether an order for `p_quantity` may open a position, or make one larger. The user is locked. `p_order`: its
-- number, where it is among the user's orders.
CREATE OR REPLACE FUNCTION trading.opens_position(p_user text, p_asset text, p_side text, p_product text,
  p_quantity integer, p_order bigint DEFAULT NULL) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN p_product = 'delivery' THEN p_side = 'buy'
    ELSE trading.opening_quantity(p_user, p_asset, p_side, p_quantity, p_order) > 0 END
$$;
