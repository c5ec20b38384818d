-- Writes a record into the log, in the caller's transaction. With a ref it is written once per type: the same text
-- again answers with the first record, another text is refused (KH001). A copy that arrives while the first is under
-- way waits for its end.
CREATE OR REPLACE FUNCTION ledger.add_record(p_type text, p_json text, p_ref text DEFAULT NULL)
  RETURNS ledger.record_receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ledger.record_exactly(p_type, p_json, p_ref, uuidv7(), uuid_send(gen_random_uuid()),
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END $$;
