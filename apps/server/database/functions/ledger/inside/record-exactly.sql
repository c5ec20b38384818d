-- Writes the record of ledger.add_record. Id, salt and instant are arguments, so that a test can compare it with the
-- worked example. Only its owner may call it.
CREATE OR REPLACE FUNCTION ledger.record_exactly(p_type text, p_json text, p_ref text, p_uid uuid, p_salt bytea,
  p_now bigint) RETURNS ledger.record_receipt
LANGUAGE plpgsql AS $$
DECLARE
  v ledger.record_receipt;
  v_json text;
BEGIN
  IF p_json IS NOT JSON OBJECT WITH UNIQUE KEYS THEN
    PERFORM ledger.refuse('a record of ' || coalesce(p_type, 'nothing')
      || ' is no JSON object, or says something twice');
  END IF;
  INSERT INTO ledger.record (id, uid, type, at_ms, salt, json, leaf, ref) OVERRIDING SYSTEM VALUE
  VALUES (ledger.next_record_id(), p_uid, p_type,
    p_now, p_salt, p_json, ledger.leaf_of_record(p_uid, p_type, p_now, p_salt, p_json), p_ref)
  ON CONFLICT (type, ref) DO NOTHING
  RETURNING id, uid, false, leaf, at_ms INTO v;
  IF FOUND THEN
    -- For ledger.written_records: ends with the transaction.
    PERFORM set_config('khara.records', concat_ws(',', nullif(current_setting('khara.records', true), ''),
      v.record_id), true);
    RETURN v;
  END IF;
  SELECT r.json, r.id, r.uid, true, r.leaf, r.at_ms INTO v_json, v.record_id, v.uid, v.replay, v.leaf, v.at_ms
  FROM ledger.record r WHERE r.type = p_type AND r.ref = p_ref;
  IF v_json <> p_json THEN
    RAISE EXCEPTION 'a record of % was written with another text', p_type USING ERRCODE = 'KH001';
  END IF;
  RETURN v;
END $$;
