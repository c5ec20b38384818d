-- Writes a record into the log for a function of the database, as ledger.add_record does for the server: of a type that
-- only functions write. The server's role may not call it.
CREATE OR REPLACE FUNCTION ledger.note_record(p_type text, p_json text, p_ref text DEFAULT NULL)
  RETURNS ledger.record_receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ledger.record_by('functions', p_type, p_json, p_ref);
END $$;
