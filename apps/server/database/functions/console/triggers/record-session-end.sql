-- Writes the end of a session into the log, in the transaction that ends it.
CREATE OR REPLACE FUNCTION console.record_session_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.note_record('staff.session', json_build_object('id', encode(sha256(NEW.token_hash), 'hex'),
    'staff', NEW.staff, 'ended', NEW.ended_at)::text, encode(sha256(NEW.token_hash), 'hex') || ':ended');
  RETURN NULL;
END $$;
