-- Ends the transaction for new orders of members who have set limits: when one of these stops an order that opens a
-- position (KH006). Such orders are of the market date that runs, and come after those before them, since by both
-- they are counted. An order of the system only closes a position. `p_new` are all that a statement has written.
CREATE OR REPLACE FUNCTION trading.refuse_limited_orders(p_new bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_order trading."order";
  v_own jsonb;
  v_stop text;
BEGIN
  FOR v_order IN SELECT o.* FROM trading."order" o WHERE o.id = ANY (p_new) ORDER BY o.id LOOP
    PERFORM trading.lock_user(v_order.user_id); -- orders of another transaction count, too
    IF v_order.by_system THEN
      IF NOT trading.only_closes(v_order) THEN
        RAISE EXCEPTION 'order % of the system opens a position', v_order.id USING ERRCODE = '42501';
      END IF;
      CONTINUE;
    END IF;
    v_own := trading.own_limits_now(v_order.user_id, false, v_order.id);
    IF v_order.market_date IS DISTINCT FROM (v_own ->> 'marketDate')::date
      OR EXISTS (SELECT FROM trading."order" x WHERE x.user_id = v_order.user_id AND x.id > v_order.id
        AND NOT x.by_system AND x.id <> ALL (p_new)) THEN
      RAISE EXCEPTION 'order % is not the next of its market day', v_order.id USING ERRCODE = '42501';
    END IF;
    IF trading.opens_position(v_order.user_id, v_order.asset, v_order.side, v_order.product, v_order.quantity,
        v_order.id) THEN
      v_stop := trading.own_limit_stop(v_own, v_order.product, v_order.quantity * v_order.price_paise, true);
      IF v_stop IS NOT NULL THEN
        PERFORM trading.refuse_past_limit(v_stop);
      END IF;
    END IF;
  END LOOP;
END $$;
