-- Takes the locks of trading.lock_user until trading.release_users or the end of the session, whatever becomes of the
-- transactions between: an order that the exchange has matched must find the money that it found before, when its
-- transaction is tried again, and what was read under a lock stays true while it is kept. Without `p_waits` those of
-- others are left out; with it they are waited for, in the order in which all locks of users are taken. Answers the
-- number of each user's lock as pg_locks has it, null of one who is not locked. It runs with its owner's rights: no
-- other lock of a session may be taken.
CREATE OR REPLACE FUNCTION trading.keep_users(p_user text[], p_waits boolean) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_waits THEN
    PERFORM pg_advisory_lock(7365, u.lock)
    FROM (SELECT hashtext('u:' || x.id) AS lock FROM unnest(p_user) AS x (id) ORDER BY 1) u;
  END IF;
  RETURN ARRAY(
    SELECT CASE WHEN p_waits THEN u.lock WHEN pg_try_advisory_lock(7365, u.lock) THEN u.lock END::bigint & 4294967295
    FROM (SELECT hashtext('u:' || x.id) AS lock, x.n FROM unnest(p_user) WITH ORDINALITY AS x (id, n)) u ORDER BY u.n);
END $$;
