-- Registers a request. Null when it is new, else the entry that answered it. KH001 when it came before with another
-- content. A copy that arrives while the first is under way waits here for its end.
CREATE OR REPLACE FUNCTION ledger.find_earlier_request(p_idem text, p_req bytea, p_entry bigint) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_idem ledger.idem;
  v_found ledger.receipt;
BEGIN
  INSERT INTO ledger.idem (key, req, entry_id) VALUES (p_idem, p_req, p_entry) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_idem FROM ledger.idem WHERE key = p_idem;
  IF v_idem.req IS DISTINCT FROM p_req THEN
    RAISE EXCEPTION 'request % was used for something else', p_idem USING ERRCODE = 'KH001';
  END IF;
  SELECT e.id, e.uid, true, e.leaf, e.at_ms INTO v_found FROM ledger.entry e WHERE e.id = v_idem.entry_id;
  RETURN v_found;
END $$;
