-- The id of a new record, like ledger.next_entry_id.
CREATE OR REPLACE FUNCTION ledger.next_record_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN pg_advisory_xact_lock_shared(7364, ascii('r')) IS NOT NULL THEN nextval('ledger.record_id_seq') END
$$;
