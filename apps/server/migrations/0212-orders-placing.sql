-- Placing and cancelling, with every shape of order. Who holds the lock of a user waits for nobody's order, so it comes first everywhere.

-- A change may leave less open than is shown at a time: then all of it is shown.
DO $$
DECLARE
  v_name text;
BEGIN
  FOR v_name IN SELECT c.conname FROM pg_constraint c WHERE c.conrelid = 'trading."order"'::regclass AND c.contype = 'c' AND pg_get_constraintdef(c.oid) LIKE '%disclosed < quantity%'
  LOOP
    EXECUTE format('ALTER TABLE trading."order" DROP CONSTRAINT %I', v_name);
  END LOOP;
END $$;

ALTER TABLE trading.request ADD COLUMN seq bigint; -- the command of a change
ALTER TABLE trading.command ADD COLUMN disclosed integer;

-- The square-off of a market date has begun for the shares that close through an auction, or for the others: no intraday order after it.
CREATE TABLE trading.square_off (
  market_date date NOT NULL,
  shares text NOT NULL CHECK (shares IN ('auctioned', 'others')),
  PRIMARY KEY (market_date, shares)
);

-- The lock under which everything of a user's money and shares moves: the one that the ledger takes.
CREATE FUNCTION trading.lock_user(p_user text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_catalog.pg_advisory_xact_lock(7365, pg_catalog.hashtext('u:' || p_user))
$$;

-- Shares of this side that would open an intraday position, not close one: what the position has is spoken for by the user's
-- other orders first. The user is locked.
CREATE FUNCTION trading.opening_quantity(p_user text, p_asset text, p_side text, p_quantity integer, p_order bigint DEFAULT NULL) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(0, p_quantity - greatest(0,
    coalesce((SELECT CASE WHEN p_side = 'sell' THEN p.quantity ELSE -p.quantity END FROM trading.position p
      WHERE p.user_id = p_user AND p.asset = p_asset AND p.product = 'intraday' AND p.state = 'in_position'), 0)
    - coalesce((SELECT sum(o.quantity - o.filled)::int FROM trading."order" o
      WHERE o.user_id = p_user AND o.asset = p_asset AND o.product = 'intraday' AND o.side = p_side AND o.state IN ('pending', 'open', 'trigger_pending')
        AND o.id IS DISTINCT FROM p_order), 0)))
$$;

DROP FUNCTION trading.place_order(text, bigint, text, text, bytea, text, text, text, text, text, text, integer, bigint, bigint, date, text, bigint);
DROP FUNCTION trading.cancel_order(text, bigint, bigint);

-- Takes note of a request, holds the money or the shares, and writes the order with its command, in one round trip. After its commit the
-- order is acknowledged and cannot be lost. A repeat answers with the order or the refusal of the first time; a copy that comes while the
-- first is under way waits for it. `seq` is the command that the venue is to be given; it is also answered to a repeat. An after-market
-- order has none yet.
--
-- A delivery buy holds p_freeze_paise, a delivery sale its shares: settled ones first, then unsettled ones (BTST). An intraday order holds, of
-- the part that opens a position, its share of p_freeze_paise (the margin of all of it) and p_charges_paise.
-- Refusals: request_id_reused; then mis_cutoff_passed, insufficient_funds or insufficient_holdings, which are kept.
CREATE FUNCTION trading.place_order(
  p_user text, p_account_key bigint, p_call text, p_request_id text, p_req bytea, p_code text, p_asset text, p_side text, p_type text,
  p_product text, p_validity text, p_quantity integer, p_price_paise bigint, p_trigger_paise bigint, p_disclosed integer,
  p_after_market boolean, p_shares text, p_freeze_paise bigint, p_charges_paise bigint, p_market_date date, p_market_time text, p_at_ms bigint
) RETURNS TABLE (order_id bigint, seq bigint, refusal text, repeated boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order bigint := nextval('trading.order_id_seq');
  v_delivery boolean := p_product = 'delivery';
  v_buy boolean := p_side = 'buy';
  v_hold text := 'order-' || v_order;
  v_amount bigint := p_freeze_paise;
  v_first trading.request;
  v_seq bigint;
  v_opening integer;
  v_unsettled integer := 0;
  v_constraint text;
  v_refusal text;
BEGIN
  INSERT INTO trading.request (user_id, call, request_id, req, order_id, at_ms)
  VALUES (p_user, p_call, p_request_id, p_req, v_order, p_at_ms) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT * INTO v_first FROM trading.request r WHERE r.user_id = p_user AND r.call = p_call AND r.request_id = p_request_id;
    IF v_first.req <> p_req THEN
      RETURN QUERY SELECT NULL::bigint, NULL::bigint, 'request_id_reused', true;
    ELSE
      RETURN QUERY SELECT v_first.order_id, c.seq, v_first.refusal, true
        FROM (SELECT) one LEFT JOIN trading.command c ON c.order_id = v_first.order_id AND c.kind = 'place';
    END IF;
    RETURN;
  END IF;

  IF NOT v_delivery THEN
    -- The square-off takes this lock alone: what is placed before it is seen by it, what comes after sees that it began.
    PERFORM pg_advisory_xact_lock_shared(7366, 0);
    IF NOT p_after_market AND EXISTS (SELECT FROM trading.square_off s WHERE s.market_date = p_market_date AND s.shares = p_shares) THEN
      v_refusal := 'mis_cutoff_passed';
    END IF;
    PERFORM trading.lock_user(p_user);
    v_opening := trading.opening_quantity(p_user, p_asset, p_side, p_quantity);
    v_amount := CASE WHEN v_opening = 0 THEN 0 ELSE (p_freeze_paise * v_opening + p_quantity - 1) / p_quantity + p_charges_paise END;
  ELSIF NOT v_buy THEN
    v_amount := p_quantity;
  END IF;

  IF v_refusal IS NULL AND v_amount > 0 THEN
    BEGIN
      PERFORM ledger.hold_open(NULL, NULL, CASE WHEN NOT v_delivery THEN 'margin_hold' WHEN v_buy THEN 'order_hold' ELSE 'sell_hold' END, v_hold, 'user',
        p_market_date::text, 'u:' || p_user, CASE WHEN v_buy OR NOT v_delivery THEN 'INR' ELSE p_asset END, v_amount);
      IF v_buy OR NOT v_delivery THEN
        PERFORM trading.leave_sale_money(p_user, p_market_date); -- of 0222: a fifth of the day's sales buys nothing before the next trading day
      END IF;
    EXCEPTION WHEN check_violation THEN
      GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
      IF v_constraint <> 'account_floor' THEN
        RAISE;
      END IF;
      v_refusal := CASE WHEN v_buy OR NOT v_delivery THEN 'insufficient_funds' ELSE 'insufficient_holdings' END;
    END;
  END IF;
  IF v_refusal IS NOT NULL THEN
    -- Nothing but the request is kept, so that its repeat is refused too.
    UPDATE trading.request r SET order_id = NULL, refusal = v_refusal
    WHERE r.user_id = p_user AND r.call = p_call AND r.request_id = p_request_id;
    RETURN QUERY SELECT NULL::bigint, NULL::bigint, v_refusal, false;
    RETURN;
  END IF;
  IF v_delivery AND NOT v_buy THEN
    SELECT h.unsettled INTO STRICT v_unsettled FROM ledger.hold h WHERE h.id = v_hold;
  END IF;

  INSERT INTO trading."order" (id, user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
    trigger_paise, disclosed, after_market, hold, margin_paise,
    market_date, market_time, accepted_ms, updated_ms, frozen_paise, frozen_shares, frozen_unsettled)
  OVERRIDING SYSTEM VALUE
  VALUES (v_order, p_user, p_account_key, p_request_id, p_code, p_asset, p_side, p_type, p_product, p_validity, p_quantity, p_price_paise,
    p_trigger_paise, p_disclosed, p_after_market, CASE WHEN v_amount > 0 THEN v_hold END, CASE WHEN v_delivery THEN 0 ELSE v_amount END,
    p_market_date, p_market_time, p_at_ms, p_at_ms, CASE WHEN v_delivery AND v_buy THEN v_amount ELSE 0 END,
    CASE WHEN v_delivery AND NOT v_buy THEN p_quantity ELSE 0 END, v_unsettled);
  IF NOT p_after_market THEN
    INSERT INTO trading.command (kind, order_id, accepted_ms, price_paise, quantity, trigger_paise, disclosed)
    VALUES ('place', v_order, p_at_ms, p_price_paise, p_quantity, p_trigger_paise, p_disclosed) RETURNING command.seq INTO v_seq;
  END IF;
  RETURN QUERY SELECT v_order, v_seq, NULL::text, false;
END $$;

-- Journals a cancel of an open order. No row: there is no such order of this user. No seq: it is not open, or it was an after-market order
-- that still waited, which is cancelled here. A cancel that waits to be applied is answered again; only a fresh one is for the venue.
CREATE FUNCTION trading.cancel_order(p_user text, p_order bigint, p_market_date date, p_market_time text, p_at_ms bigint) RETURNS TABLE (state text, seq bigint, fresh boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order trading."order";
  v_seq bigint;
  v_fresh boolean := false;
BEGIN
  PERFORM trading.lock_user(p_user);
  SELECT * INTO v_order FROM trading."order" o WHERE o.id = p_order AND o.user_id = p_user FOR NO KEY UPDATE;
  IF v_order.state IN ('pending', 'open', 'trigger_pending') THEN
    IF v_order.after_market AND NOT EXISTS (SELECT FROM trading.command c WHERE c.order_id = p_order AND c.kind = 'place') THEN
      PERFORM trading.end_waiting_order(v_order, 'cancelled', 'cancelled_by_member', p_market_date, p_market_time, p_at_ms);
      v_order.state := 'cancelled';
    ELSE
      SELECT c.seq INTO v_seq FROM trading.command c WHERE c.order_id = p_order AND c.kind = 'cancel' AND c.applied_step IS NULL;
      IF v_seq IS NULL THEN
        INSERT INTO trading.command (kind, order_id, accepted_ms) VALUES ('cancel', p_order, p_at_ms) RETURNING command.seq INTO v_seq;
        v_fresh := true;
      END IF;
    END IF;
  END IF;
  RETURN QUERY SELECT v_order.state, v_seq, v_fresh WHERE v_order.id IS NOT NULL;
END $$;

-- Ends an after-market order that never reached the exchange: what is held for it is free again. User and order are locked.
CREATE FUNCTION trading.end_waiting_order(p_order trading."order", p_state text, p_reason text, p_market_date date, p_market_time text, p_at_ms bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_order.hold IS NOT NULL THEN
    PERFORM ledger.hold_release(NULL, NULL,
      CASE WHEN p_order.product = 'intraday' THEN 'margin_release' WHEN p_order.side = 'buy' THEN 'order_release' ELSE 'sell_release' END,
      p_order.hold, 'system', p_market_date::text, p_order.hold);
  END IF;
  UPDATE trading."order" o
  SET state = p_state, reason = p_reason, frozen_paise = 0, frozen_shares = 0, frozen_unsettled = 0, margin_paise = 0, updated_ms = p_at_ms, timeline_length = o.timeline_length + 1
  WHERE o.id = p_order.id;
  INSERT INTO trading.order_event (order_id, no, step, state, at_ms, market_time, quantity, reason)
  VALUES (p_order.id, p_order.timeline_length + 1, p_state, p_state, p_at_ms, p_market_time, p_order.quantity, p_reason);
END $$;

-- Has an open order hold so much: money (of an intraday order, margin), or shares of a sale. What its hold still has goes back, and another
-- is opened over the whole. Answers a refusal, and then nothing has changed. User and order are locked.
CREATE FUNCTION trading.hold_anew(p_order bigint, p_amount bigint, p_market_date date) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order trading."order";
  v_hold text;
  v_kind text;
  v_constraint text;
BEGIN
  SELECT * INTO STRICT v_order FROM trading."order" o WHERE o.id = p_order;
  v_hold := 'order-' || p_order || '-' || nextval('trading.number');
  v_kind := CASE WHEN v_order.product = 'intraday' THEN 'margin' WHEN v_order.side = 'buy' THEN 'order' ELSE 'sell' END;
  IF v_order.hold IS NOT NULL THEN
    PERFORM ledger.hold_release(NULL, NULL, v_kind || '_release', v_order.hold, 'user', p_market_date::text, v_order.hold);
  END IF;
  PERFORM ledger.hold_open(NULL, NULL, v_kind || '_hold', v_hold, 'user', p_market_date::text, 'u:' || v_order.user_id,
    CASE WHEN v_kind = 'sell' THEN v_order.asset ELSE 'INR' END, p_amount);
  IF v_kind <> 'sell' THEN
    PERFORM trading.leave_sale_money(v_order.user_id, p_market_date);
  END IF;
  UPDATE trading."order" o
  SET hold = v_hold,
      margin_paise = CASE WHEN v_kind = 'margin' THEN p_amount ELSE 0 END,
      frozen_paise = CASE WHEN v_kind = 'order' THEN p_amount ELSE 0 END,
      frozen_shares = CASE WHEN v_kind = 'sell' THEN p_amount::int ELSE 0 END,
      frozen_unsettled = CASE WHEN v_kind = 'sell' THEN (SELECT h.unsettled FROM ledger.hold h WHERE h.id = v_hold)::int ELSE 0 END
  WHERE o.id = p_order;
  RETURN NULL;
EXCEPTION WHEN check_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  IF v_constraint <> 'account_floor' THEN
    RAISE;
  END IF;
  RETURN CASE WHEN v_kind = 'sell' THEN 'insufficient_holdings' ELSE 'insufficient_funds' END;
END $$;
