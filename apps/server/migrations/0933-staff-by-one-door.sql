-- People of the back office are added by the first start and by nothing else, and each is a record of the log. The server's role may call this; once the
-- back office has a person it adds no other.

CREATE FUNCTION console.begin(p_numbers text[], p_names text[], p_hashes text[], p_now bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE console.staff IN SHARE ROW EXCLUSIVE MODE; -- two servers that start at once follow one another
  IF EXISTS (SELECT FROM console.staff) THEN
    RETURN false;
  END IF;
  INSERT INTO console.staff (number, name, password_hash, created_at)
  SELECT n.number, n.name, n.hash, p_now FROM unnest(p_numbers, p_names, p_hashes) AS n (number, name, hash);
  PERFORM ledger.add_record('staff.account', json_build_object('number', t.number, 'name', t.name,
    'password', encode(sha256(convert_to(t.password_hash, 'UTF8')), 'hex'), 'at', t.created_at)::text, t.number)
  FROM console.staff t ORDER BY t.number;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION console.begin FROM khara_job;
REVOKE INSERT ON console.staff FROM khara_app;
