-- Changes a limit that a member sets for themselves; null is none. Stricter is in force at once. Looser waits: from_ms
-- of its row is 24 hours later by the database's clock. What was asked for before it ends. A pause is only made longer.
-- Answers the number of the change; null when nothing changes.
CREATE OR REPLACE FUNCTION trading.set_own_limit(p_user text, p_kind text, p_value bigint, p_through date DEFAULT NULL)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_last trading.own_limit;
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  v_before bigint;
  v_value bigint := p_value;
  v_through date := p_through;
  v_id bigint;
BEGIN
  -- Orders of this user are decided under the same lock.
  PERFORM trading.lock_user(p_user);
  SELECT * INTO v_last FROM trading.own_limit l WHERE l.user_id = p_user AND l.kind = p_kind ORDER BY l.id DESC LIMIT 1;
  v_before := trading.own_limit_in_force(v_last);
  IF p_kind = 'pause' THEN
    v_value := greatest(v_last.value, p_value);
    v_through := greatest(v_last.through_date, p_through);
  END IF;
  IF (v_value, v_through) IS NOT DISTINCT FROM (v_last.value, v_last.through_date) THEN
    RETURN NULL;
  END IF;
  INSERT INTO trading.own_limit (user_id, kind, value, before, through_date, asked_ms, asked_date, from_ms)
  VALUES (p_user, p_kind, v_value, v_before, v_through, v_now, trading.market_date(),
    CASE WHEN p_kind <> 'pause' AND v_before IS NOT NULL AND (v_value IS NULL OR v_value > v_before)
      THEN v_now + 86400000 END)
  RETURNING id INTO v_id;
  RETURN v_id;
END $$;
