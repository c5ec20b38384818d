-- Ends an after-market order that never reached the exchange: what is held for it is free again. User and order are
-- locked.
CREATE OR REPLACE FUNCTION trading.end_waiting_order(p_order trading."order", p_state text, p_reason text,
  p_market_date date, p_market_time text, p_at_ms bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_order.hold IS NOT NULL THEN
    PERFORM ledger.hold_release(NULL, NULL,
      CASE WHEN p_order.product = 'intraday' THEN 'margin_release' WHEN p_order.side = 'buy' THEN 'order_release'
        ELSE 'sell_release' END,
      p_order.hold, 'system', p_market_date::text, p_order.hold);
  END IF;
  UPDATE trading."order" o
  SET state = p_state, reason = p_reason, frozen_paise = 0, frozen_shares = 0, frozen_unsettled = 0, margin_paise = 0,
    updated_ms = p_at_ms, timeline_length = o.timeline_length + 1
  WHERE o.id = p_order.id;
  INSERT INTO trading.order_step (order_id, no, step, state, at_ms, market_time, quantity, reason)
  VALUES (p_order.id, p_order.timeline_length + 1, p_state, p_state, p_at_ms, p_market_time, p_order.quantity,
    p_reason);
END $$;
