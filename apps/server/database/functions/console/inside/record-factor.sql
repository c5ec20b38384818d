-- Writes a record of a person's second factor and its recovery codes, as they stand now. The wrapped key is not in it:
-- it changes when the key of the vault does.
CREATE OR REPLACE FUNCTION console.record_factor(p_staff text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.note_record('staff.factor', json_build_object('id', f.staff, 'on', f.confirmed_at IS NOT NULL, 'row',
    encode(sha256(convert_to(json_build_array(
    f.staff, encode(f.body, 'hex'), f.confirmed_at, f.last_step, f.due,
    (SELECT json_agg(json_build_array(c.selector, c.hash, c.used_at) ORDER BY c.selector) FROM console.recovery_code c
      WHERE c.staff = f.staff)
  )::text, 'UTF8')), 'hex'))::text)
  FROM console.second_factor f WHERE f.staff = p_staff;
END $$;
