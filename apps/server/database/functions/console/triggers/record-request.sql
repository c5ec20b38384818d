-- Writes each request and each decision about it into the log, in the transaction that writes the row. A request that
-- was changed by hand cannot go on: its record would have another text (KH001). The payload may name a person, or be
-- long: the record has its hash.
CREATE OR REPLACE FUNCTION console.record_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.note_record('ops.request', json_build_object('id', NEW.id::text, 'action', NEW.action, 'subject',
    NEW.subject, 'owner', 'u:' || NEW.member_id, 'payload',
    encode(sha256(convert_to(NEW.payload::text, 'UTF8')), 'hex'), 'reason', NEW.reason, 'maker', NEW.maker,
    'at', NEW.at)::text, NEW.id::text);
  IF NEW.state <> 'open' THEN
    PERFORM ledger.note_record('ops.decision', json_build_object('id', NEW.id::text, 'agreed', NEW.state <> 'declined',
      'checker', NEW.checker, 'reason', NEW.decision_reason, 'at', NEW.decided_at)::text, NEW.id::text);
  END IF;
  RETURN NULL;
END $$;
