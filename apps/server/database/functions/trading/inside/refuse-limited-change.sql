-- Ends the transaction (KH006) when a limit of its member stops a change of an order: one that raises what the order
-- may cost or sell, moves its trigger, or makes another kind of it (p_is_other), and may open a position
-- (packages/rules, raisesStake). What the order has now is what the journal says: the last change that the exchange has
-- not refused. An order that waits has its own row alone.
CREATE OR REPLACE FUNCTION trading.refuse_limited_change(p_order trading."order", p_quantity integer,
  p_price_paise bigint, p_trigger_paise bigint, p_is_other boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_quantity integer;
  v_price bigint;
  v_trigger bigint;
  v_has_limit boolean := p_order.type IN ('limit', 'sl') OR p_order.became_limit;
  v_was bigint;
  v_is bigint;
  v_stop text;
BEGIN
  IF NOT EXISTS (SELECT FROM trading.own_limit l WHERE l.user_id = p_order.user_id) THEN
    RETURN;
  END IF;
  PERFORM trading.lock_user(p_order.user_id);
  SELECT c.quantity, c.price_paise, coalesce(c.trigger_paise, p_order.trigger_paise)
  INTO v_quantity, v_price, v_trigger
  FROM trading.command c
  WHERE c.order_id = p_order.id AND c.kind IN ('place', 'modify')
    AND NOT EXISTS (SELECT FROM trading.order_step s WHERE s.order_id = c.order_id AND s.step = 'modify_refused'
      AND (s.details ->> 'seq')::bigint = c.seq)
  ORDER BY c.seq DESC LIMIT 1;
  IF NOT FOUND THEN
    v_quantity := p_order.quantity;
    v_price := p_order.price_paise;
    v_trigger := p_order.trigger_paise;
  END IF;
  IF p_order.became_limit THEN
    v_price := p_order.price_paise;
  END IF;
  v_was := CASE WHEN v_has_limit THEN v_price ELSE v_trigger END;
  v_is := CASE WHEN v_has_limit THEN p_price_paise ELSE p_trigger_paise END;
  IF (p_is_other OR p_quantity > v_quantity OR p_trigger_paise IS DISTINCT FROM v_trigger
      OR CASE WHEN p_order.side = 'buy' THEN v_is > v_was
        ELSE v_is < v_was OR p_order.product = 'intraday' AND v_is <> v_was END)
    AND trading.opens_position(p_order.user_id, p_order.asset, p_order.side, p_order.product,
      p_quantity - p_order.filled, p_order.id) THEN
    v_stop := trading.own_limit_stop(trading.own_limits_now(p_order.user_id), p_order.product,
      p_quantity * p_price_paise, false);
    IF v_stop IS NOT NULL THEN
      PERFORM trading.refuse_past_limit(v_stop);
    END IF;
  END IF;
END $$;
