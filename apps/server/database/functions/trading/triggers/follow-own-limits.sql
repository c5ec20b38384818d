-- A change of a limit that a member sets follows the one before it, and is of now. So no role says by itself what was
-- in force, or that a wait began earlier.
CREATE OR REPLACE FUNCTION trading.follow_own_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_last trading.own_limit;
BEGIN
  PERFORM trading.lock_user(NEW.user_id);
  SELECT * INTO v_last FROM trading.own_limit l
  WHERE l.user_id = NEW.user_id AND l.kind = NEW.kind ORDER BY l.id DESC LIMIT 1;
  IF NEW.id <= v_last.id
    OR NEW.before IS DISTINCT FROM trading.own_limit_in_force(v_last)
    OR abs(NEW.asked_ms - extract(epoch FROM clock_timestamp()) * 1000) > 60000
    OR NEW.asked_date <> trading.market_date() THEN
    RAISE EXCEPTION 'a member''s own limit does not follow the one before it' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
