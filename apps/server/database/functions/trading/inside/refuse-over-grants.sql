-- Ends the transaction for new orders of programs: when a ceiling that a member has set for an assistant stops one
-- (KH006). `p_new` are all that a statement has written.
CREATE OR REPLACE FUNCTION trading.refuse_over_grants(p_new bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_order trading."order";
  v_stop text;
BEGIN
  FOR v_order IN SELECT o.* FROM trading."order" o WHERE o.id = ANY (p_new) ORDER BY o.id LOOP
    PERFORM trading.lock_user(v_order.user_id); -- orders of another transaction count, too
    v_stop := trading.grant_stop(v_order.user_id, v_order.program_key, v_order.market_date,
      v_order.quantity * v_order.price_paise, ARRAY(SELECT n FROM unnest(p_new) n WHERE n >= v_order.id));
    IF v_stop IS NOT NULL THEN
      PERFORM trading.refuse_past_limit(v_stop);
    END IF;
  END LOOP;
END $$;
