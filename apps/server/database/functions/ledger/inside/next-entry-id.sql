-- The id of a new entry. Who draws one holds a shared lock first, until the end of the transaction, so that the sealer
-- can tell whether an id that it misses may still come (ledger.next_to_seal).
CREATE OR REPLACE FUNCTION ledger.next_entry_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN pg_advisory_xact_lock_shared(7364, ascii('e')) IS NOT NULL THEN nextval('ledger.entry_id_seq') END
$$;
