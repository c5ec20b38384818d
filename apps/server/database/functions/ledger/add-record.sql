-- Writes a record into the log for the server, in the caller's transaction. With a ref it is written once per type: the
-- same text again answers with the first record, another text is refused (KH001). A copy that arrives while the first
-- is under way waits for its end. A type that functions of the database write is refused (42501).
CREATE OR REPLACE FUNCTION ledger.add_record(p_type text, p_json text, p_ref text DEFAULT NULL)
  RETURNS ledger.record_receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ledger.record_by('server', p_type, p_json, p_ref);
END $$;
