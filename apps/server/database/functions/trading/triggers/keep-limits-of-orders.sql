-- Limits that members have set, for themselves and for assistants, hold for new orders, whatever a server has checked
-- (trading.refuse_limited_orders, trading.refuse_over_grants).
-- Without limits, one look into an index is all that an order costs.
CREATE OR REPLACE FUNCTION trading.keep_limits_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_limited bigint[] := ARRAY(SELECT n.id FROM new_order n
    WHERE (SELECT true FROM trading.own_limit l WHERE l.user_id = n.user_id LIMIT 1));
  v_of_programs bigint[] := ARRAY(SELECT n.id FROM new_order n WHERE n.program_key IS NOT NULL);
BEGIN
  IF cardinality(v_limited) > 0 THEN
    PERFORM trading.refuse_limited_orders(v_limited);
  END IF;
  IF cardinality(v_of_programs) > 0 THEN
    PERFORM trading.refuse_over_grants(v_of_programs);
  END IF;
  RETURN NULL;
END $$;
