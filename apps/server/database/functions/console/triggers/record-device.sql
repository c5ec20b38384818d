-- Writes into the log that a browser of a person is known from now on, or is forgotten.
CREATE OR REPLACE FUNCTION console.record_device() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM ledger.note_record('staff.device', json_build_object('id', encode(sha256(NEW.token_hash), 'hex'),
      'staff', NEW.staff)::text);
  ELSE
    PERFORM ledger.note_record('staff.device', json_build_object('id', encode(sha256(OLD.token_hash), 'hex'),
      'staff', OLD.staff, 'gone', true)::text);
  END IF;
  RETURN NULL;
END $$;
