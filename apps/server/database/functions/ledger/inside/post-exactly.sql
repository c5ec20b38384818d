-- Writes the entry of ledger.post. Id, salt and instant are arguments, so that a test can compare it with the worked
-- example of docs/ledger.md. Only its owner may call it.
CREATE OR REPLACE FUNCTION ledger.post_exactly(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[], p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
  v_kind ledger.kind;
  v_user text;
  v_owner text;
  v_locked boolean;
  v_entry int[] := array_fill(1, ARRAY[cardinality(p_amounts)]);
  v_receipt ledger.receipt;
BEGIN
  FOREACH v_owner IN ARRAY p_owners LOOP
    IF left(v_owner, 2) = 'u:' THEN
      v_user := v_owner;
    END IF;
  END LOOP;
  v_locked := ledger.lock_user(v_user); -- an assignment, since PERFORM would begin a statement
  v_id := ledger.next_entry_id();
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.find_earlier_request(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  SELECT * INTO v_kind FROM ledger.kind k WHERE k.kind = p_kind;
  IF v_kind.kind IS NULL OR v_kind.hold IS NOT NULL THEN
    PERFORM ledger.refuse(coalesce(p_kind, 'nothing') || ' is no kind of entry, or one that needs a hold');
  END IF;
  LOOP
    EXIT WHEN ledger.write_round(ARRAY[v_id], ARRAY[v_kind.number], v_kind.moves, v_kind.words, ARRAY[p_kind],
      ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_uid], ARRAY[p_salt], p_now, v_entry,
      ARRAY(SELECT generate_series(1, cardinality(p_amounts))::smallint), p_owners, p_assets, p_codes, p_amounts);
    PERFORM ledger.account_of(n.owner, n.asset, n.code)
      FROM unnest(p_owners, p_assets, p_codes) AS n (owner, asset, code) ORDER BY n.owner, n.asset, n.code;
  END LOOP;
  IF v_kind.source IS NOT NULL THEN
    PERFORM ledger.check_sources(ARRAY[p_kind], ARRAY[p_ref], v_entry, p_owners, p_assets, p_codes, p_amounts);
  END IF;
  IF p_kind = 'contract_note' THEN
    PERFORM ledger.check_notes(ARRAY[p_kind], ARRAY[p_ref], v_entry, p_owners, p_codes, p_amounts);
  END IF;
  IF p_kind = 'reversal' THEN
    PERFORM ledger.check_reversal(v_id);
  END IF;
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = v_id;
  RETURN v_receipt;
END $$;
