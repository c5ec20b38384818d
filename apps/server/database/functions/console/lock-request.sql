-- A request that two people agreed to, locked until it has been carried out. No row when another server carries it out,
-- or it is done.
CREATE OR REPLACE FUNCTION console.lock_request(p_id bigint) RETURNS SETOF console.request
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.* FROM console.request r WHERE r.id = p_id AND r.state = 'approved' FOR UPDATE SKIP LOCKED
$$;
