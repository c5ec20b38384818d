-- Whatever writes a second factor of the back office, or a recovery code of it, writes the record of both as they stand then. The newest step is not in it: it
-- changes with each sign-in. Nor is the wrapped key, which is wrapped anew when the key of the vault changes.

CREATE FUNCTION console.record_factor(p_staff text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.add_record('staff.factor', json_build_object('id', f.staff, 'on', f.confirmed_at IS NOT NULL, 'row', encode(sha256(convert_to(json_build_array(
    f.staff, encode(f.body, 'hex'), f.confirmed_at, f.due,
    (SELECT json_agg(json_build_array(c.selector, c.hash, c.used_at) ORDER BY c.selector) FROM console.recovery_code c WHERE c.staff = f.staff)
  )::text, 'UTF8')), 'hex'))::text)
  FROM console.second_factor f WHERE f.staff = p_staff;
END $$;

CREATE FUNCTION console.record_factor_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM console.record_factor(NEW.staff);
  RETURN NULL;
END $$;
CREATE TRIGGER recorded AFTER INSERT OR UPDATE OF body, confirmed_at, due ON console.second_factor
FOR EACH ROW EXECUTE FUNCTION console.record_factor_row();

-- Ten codes are written at once, and are one record.
CREATE FUNCTION console.record_factor_codes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM console.record_factor(c.staff) FROM (SELECT DISTINCT t.staff FROM changed t) c;
  RETURN NULL;
END $$;
CREATE TRIGGER recorded AFTER INSERT ON console.recovery_code REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION console.record_factor_codes();
CREATE TRIGGER recorded_used AFTER UPDATE ON console.recovery_code REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION console.record_factor_codes();
CREATE TRIGGER recorded_gone AFTER DELETE ON console.recovery_code REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION console.record_factor_codes();

SELECT console.record_factor(f.staff) FROM console.second_factor f;

REVOKE ALL ON FUNCTION console.record_factor, console.record_factor_row, console.record_factor_codes FROM khara_app, khara_job;
