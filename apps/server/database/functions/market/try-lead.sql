-- Takes the lock of the one server that runs the market (0) or the loops (1), for this connection; false when another
-- connection has it. It ends with the connection, so that of a server that was killed it is free at once. It runs with
-- its owner's rights: no other lock of a session may be taken.
CREATE OR REPLACE FUNCTION market.try_lead(p_part int) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT pg_try_advisory_lock(7367, p_part) $$;
