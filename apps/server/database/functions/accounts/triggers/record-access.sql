-- Writes each line of a member's access log into the ledger's log, in the transaction that writes the line.
CREATE OR REPLACE FUNCTION accounts.record_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.note_record('account.access', json_build_object('id', NEW.id::text, 'owner', 'u:' || NEW.member_id,
    'actor', NEW.actor, 'action', NEW.action, 'reason', NEW.reason, 'at', NEW.at)::text, NEW.id::text);
  RETURN NULL;
END $$;
