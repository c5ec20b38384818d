-- Takes the locks of trading.lock_user until trading.release_users, whatever becomes of the transactions between: an
-- order that the exchange has matched must find the money that it found before, when its transaction is tried again.
-- Without `p_waits` those of others are left out; with it they are waited for, in the order in which all locks of users
-- are taken. Answers who is locked. It runs with its owner's rights: no other lock of a session may be taken.
CREATE OR REPLACE FUNCTION trading.keep_users(p_user text[], p_waits boolean) RETURNS boolean[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_waits THEN
    PERFORM pg_advisory_lock(7365, u.lock)
    FROM (SELECT DISTINCT hashtext('u:' || x.id) AS lock FROM unnest(p_user) AS x (id) ORDER BY 1) u;
    RETURN array_fill(true, ARRAY[cardinality(p_user)]);
  END IF;
  RETURN ARRAY(SELECT pg_try_advisory_lock(7365, hashtext('u:' || u.id))
    FROM unnest(p_user) WITH ORDINALITY AS u (id, n) ORDER BY u.n);
END $$;
