-- The hash of a record, as docs/ledger.md has it.
CREATE OR REPLACE FUNCTION ledger.leaf_of_record(p_uid uuid, p_type text, p_at_ms bigint, p_salt bytea, p_json text)
  RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256('\x00'::bytea || ledger.lp('khara/record/1') || uuid_send(p_uid) || ledger.lp(p_type)
    || int8send(p_at_ms) || p_salt || ledger.lp(p_json))
$$;
