-- Gives back locks of trading.keep_users, each once: those of some users, or all of the session.
CREATE OR REPLACE FUNCTION trading.release_users(p_user text[] DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_user IS NULL THEN
    PERFORM pg_advisory_unlock_all();
  ELSE
    PERFORM pg_advisory_unlock(7365, hashtext('u:' || u.id)) FROM unnest(p_user) AS u (id);
  END IF;
END $$;
