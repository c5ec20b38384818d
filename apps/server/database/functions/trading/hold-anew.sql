-- Has an open order hold so much: money (of an intraday order, margin), or shares of a sale. What its hold still has
-- goes back, and another is opened over the whole. Answers a refusal, and then nothing has changed. User and order are
-- locked. `p_kept`: money of the day's sales that buys nothing yet.
CREATE OR REPLACE FUNCTION trading.hold_anew(p_order bigint, p_amount bigint, p_market_date date, p_kept bigint)
RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order trading."order";
  v_hold text;
  v_kind text;
  v_constraint text;
  v_locked bigint;
BEGIN
  SELECT * INTO STRICT v_order FROM trading."order" o WHERE o.id = p_order;
  LOOP -- one that was written by hand keeps its name
    v_hold := 'order-' || p_order || '-' || nextval('trading.number');
    EXIT WHEN NOT EXISTS (SELECT FROM ledger.hold h WHERE h.id = v_hold)
      AND NOT EXISTS (SELECT FROM ledger.entry e WHERE e.ref = v_hold
        AND e.kind IN ('order_hold', 'sell_hold', 'margin_hold'));
  END LOOP;
  v_kind := CASE WHEN v_order.product = 'intraday' THEN 'margin' WHEN v_order.side = 'buy' THEN 'order' ELSE 'sell' END;
  IF v_order.hold IS NOT NULL THEN
    PERFORM ledger.hold_release(NULL, NULL, v_kind || '_release', v_order.hold, 'user', p_market_date::text,
      v_order.hold);
  END IF;
  PERFORM ledger.hold_open(NULL, NULL, v_kind || '_hold', v_hold, 'user', p_market_date::text, 'u:' || v_order.user_id,
    CASE WHEN v_kind = 'sell' THEN v_order.asset ELSE 'INR' END, p_amount);
  IF v_kind <> 'sell' THEN
    IF p_kept > 0 AND coalesce((SELECT a.balance FROM ledger.account a WHERE a.owner = 'u:' || v_order.user_id
        AND a.asset = 'INR' AND a.code = 101), 0) < p_kept THEN
      RAISE EXCEPTION 'money of the day''s sales buys nothing today'
        USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = 'INR';
    END IF;
  ELSE
    v_locked := trading.locked_shares(v_order.user_id, v_order.asset, p_market_date);
    IF v_locked > 0 AND v_locked > (SELECT sum(a.balance) FROM ledger.account a
        WHERE a.owner = 'u:' || v_order.user_id AND a.asset = v_order.asset AND a.code IN (120, 122)) THEN
      RAISE EXCEPTION 'shares are locked in' USING ERRCODE = '23514', CONSTRAINT = 'account_floor',
      DETAIL = v_order.asset;
    END IF;
  END IF;
  UPDATE trading."order" o
  SET hold = v_hold,
      margin_paise = CASE WHEN v_kind = 'margin' THEN p_amount ELSE 0 END,
      frozen_paise = CASE WHEN v_kind = 'order' THEN p_amount ELSE 0 END,
      frozen_shares = CASE WHEN v_kind = 'sell' THEN p_amount::int ELSE 0 END,
      frozen_unsettled = CASE WHEN v_kind = 'sell' THEN (SELECT h.unsettled FROM ledger.hold h WHERE h.id = v_hold)::int
        ELSE 0 END
  WHERE o.id = p_order;
  RETURN NULL;
EXCEPTION WHEN check_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  IF v_constraint <> 'account_floor' THEN
    RAISE;
  END IF;
  RETURN CASE WHEN v_kind <> 'sell' THEN 'insufficient_funds'
    WHEN trading.locked_shares(v_order.user_id, v_order.asset, p_market_date) > 0 THEN 'shares_locked_in'
    ELSE 'insufficient_holdings' END;
END $$;
