-- Takes shares out of a member's delivery position without a trade; their lots say what they cost. What they are paid
-- for is sold. What goes to another position (p_cost, p_charges) was bought there, and not here; charges below
-- zero are those of the payment. Answers the
-- position. The member is locked.
CREATE OR REPLACE FUNCTION trading.take_from_position(p_user text, p_asset text, p_shares integer, p_paise bigint,
  p_cost bigint, p_charges bigint, p_ms bigint) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE trading.position x SET
    quantity = x.quantity - p_shares,
    state = CASE WHEN x.quantity = p_shares THEN 'historical' ELSE x.state END,
    bought_paise = x.bought_paise - p_cost,
    charges_paise = x.charges_paise - p_charges,
    sold_paise = x.sold_paise + p_paise,
    last_sell_ms = greatest(x.last_sell_ms, p_ms)
  WHERE x.user_id = p_user AND x.asset = p_asset AND x.product = 'delivery' AND x.state = 'in_position'
  RETURNING x.id
$$;
