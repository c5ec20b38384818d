-- Writes each line of the back office's audit into the log, in the transaction that writes the line.
CREATE OR REPLACE FUNCTION console.record_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.note_record('ops.line', json_build_object('id', NEW.id::text, 'actor', NEW.actor, 'action', NEW.action,
    'subject', NEW.subject, 'reason', NEW.reason, 'at', NEW.at)::text, NEW.id::text);
  RETURN NULL;
END $$;
