-- Takes the second factor of a person of the staff away, by the request of two others that is being carried out: the
-- next sign-in sets it up anew. Answers false, and does nothing, when there is none any more.
CREATE OR REPLACE FUNCTION console.recover_factor(p_id bigint, p_now bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text;
BEGIN
  SELECT r.subject INTO STRICT v_staff FROM console.request r WHERE r.id = p_id AND r.state = 'approved'
    AND r.action LIKE 'factor.%';
  PERFORM FROM console.second_factor f WHERE f.staff = v_staff AND f.confirmed_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM console.recovery_code c WHERE c.staff = v_staff;
  UPDATE console.second_factor f SET key_id = NULL, wrapped_key = NULL, body = NULL, confirmed_at = NULL, due = true
  WHERE f.staff = v_staff;
  UPDATE console.session s SET ended_at = p_now WHERE s.staff = v_staff AND s.ended_at IS NULL;
  RETURN true;
END $$;
