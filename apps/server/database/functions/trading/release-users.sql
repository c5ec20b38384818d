-- Gives back all locks of trading.keep_users.
CREATE OR REPLACE FUNCTION trading.release_users() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT pg_advisory_unlock_all() $$;
