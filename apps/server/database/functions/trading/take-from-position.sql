-- Takes shares out of a member's delivery position without a trade, at its average cost. What they are paid for is
-- sold, and the gain is realised; with p_moves cost and charges go to another position. Answers the position and what
-- left it, one row. The member is locked.
CREATE OR REPLACE FUNCTION trading.take_from_position(p_user text, p_asset text, p_shares integer, p_paise bigint,
  p_moves boolean, p_ms bigint) RETURNS TABLE (id bigint, cost bigint, charges bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  p trading.position;
BEGIN
  SELECT x.* INTO STRICT p FROM trading.position x
  WHERE x.user_id = p_user AND x.asset = p_asset AND x.product = 'delivery' AND x.state = 'in_position';
  id := p.id;
  cost := trading.part_of(p.cost_paise, p_shares, p.quantity);
  charges := trading.part_of(p.buy_charges_paise, p_shares, p.quantity);
  UPDATE trading.position x SET
    quantity = x.quantity - p_shares,
    state = CASE WHEN x.quantity = p_shares THEN 'historical' ELSE x.state END,
    cost_paise = x.cost_paise - take_from_position.cost,
    buy_charges_paise = x.buy_charges_paise - take_from_position.charges,
    bought_paise = x.bought_paise - CASE WHEN p_moves THEN take_from_position.cost ELSE 0 END,
    charges_paise = x.charges_paise - CASE WHEN p_moves THEN take_from_position.charges ELSE 0 END,
    sold_paise = x.sold_paise + p_paise,
    realised_paise = x.realised_paise
      + CASE WHEN p_moves THEN 0 ELSE p_paise - take_from_position.cost - take_from_position.charges END,
    last_sell_ms = greatest(x.last_sell_ms, p_ms)
  WHERE x.id = p.id;
  RETURN NEXT;
END $$;
