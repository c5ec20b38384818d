-- Who waits for the lock of a user (trading.lock_user): the number of the lock, and the transaction.
CREATE OR REPLACE FUNCTION trading.waiting_for_users() RETURNS TABLE (lock bigint, tx text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.objid::bigint, l.virtualtransaction FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.classid = 7365 AND l.objsubid = 2 AND NOT l.granted
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
$$;
