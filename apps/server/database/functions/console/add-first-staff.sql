-- Adds the first people of the back office, each with a record in the log. False when there is one already: it never
-- adds another.
CREATE OR REPLACE FUNCTION console.add_first_staff(p_numbers text[], p_names text[], p_hashes text[], p_now bigint)
  RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE console.staff IN SHARE ROW EXCLUSIVE MODE; -- two servers that start at once follow one another
  IF EXISTS (SELECT FROM console.staff) THEN
    RETURN false;
  END IF;
  INSERT INTO console.staff (number, name, password_hash, created_at)
  SELECT n.number, n.name, n.hash, p_now FROM unnest(p_numbers, p_names, p_hashes) AS n (number, name, hash);
  PERFORM ledger.note_record('staff.account', json_build_object('id', t.number, 'name', t.name,
    'password', encode(sha256(convert_to(t.password_hash, 'UTF8')), 'hex'), 'at', t.created_at)::text, t.number)
  FROM console.staff t ORDER BY t.number;
  RETURN true;
END $$;
