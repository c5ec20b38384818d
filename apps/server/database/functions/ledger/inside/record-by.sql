-- Writes a record of a type that such a writer may write.
CREATE OR REPLACE FUNCTION ledger.record_by(p_writer text, p_type text, p_json text, p_ref text)
  RETURNS ledger.record_receipt
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.record_type t WHERE t.type = p_type AND t.written_by <> p_writer) THEN
    RAISE EXCEPTION 'a record of % is not written by the %', p_type, p_writer USING ERRCODE = '42501';
  END IF;
  RETURN ledger.record_exactly(p_type, p_json, p_ref, uuidv7(), uuid_send(gen_random_uuid()),
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END $$;
