-- Journals a cancel of an open order. No row when the user has no such order. No seq when it is not open, or was an
-- after-market order that still waited, which is cancelled here. A cancel that waits to be applied is answered again;
-- only a fresh one is for the venue: p_seq is its number, or null for a new one. p_strange: commands that no server
-- wrote; they are in no cancel's way.
CREATE OR REPLACE FUNCTION trading.cancel_order(p_user text, p_order bigint, p_market_date date, p_market_time text,
  p_at_ms bigint, p_strange bigint[], p_seq bigint) RETURNS TABLE (state text, seq bigint, fresh boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order trading."order";
  v_seq bigint;
  v_fresh boolean := false;
BEGIN
  PERFORM trading.lock_user(p_user);
  SELECT * INTO v_order FROM trading."order" o WHERE o.id = p_order AND o.user_id = p_user FOR NO KEY UPDATE;
  IF trading.is_open_state(v_order.state) THEN
    IF v_order.after_market AND NOT EXISTS (SELECT FROM trading.command c
      WHERE c.order_id = p_order AND c.kind = 'place' AND c.seq <> ALL (p_strange)) THEN
      PERFORM trading.end_waiting_order(v_order, 'cancelled', 'cancelled_by_member', p_market_date, p_market_time,
        p_at_ms);
      v_order.state := 'cancelled';
    ELSE
      SELECT c.seq INTO v_seq FROM trading.journal_command c WHERE c.order_id = p_order AND c.kind = 'cancel'
        AND c.applied_step IS NULL AND c.seq <> ALL (p_strange);
      IF v_seq IS NULL THEN
        INSERT INTO trading.journal_command (seq, kind, order_id, accepted_ms)
          VALUES (coalesce(p_seq, trading.next_journal_number()), 'cancel', p_order, p_at_ms)
          RETURNING journal_command.seq INTO v_seq;
        v_fresh := true;
      END IF;
    END IF;
  END IF;
  RETURN QUERY SELECT v_order.state, v_seq, v_fresh WHERE v_order.id IS NOT NULL;
END $$;
