-- Writes the entry of ledger.post. Id, salt and instant are arguments, so that a test can compare it with the worked
-- example of docs/ledger.md. Only its owner may call it.
CREATE OR REPLACE FUNCTION ledger.post_exactly(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[], p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint := ledger.next_entry_id();
  v_kind ledger.kind;
  v_user text;
  v_owner text;
  v_locked boolean;
  v_receipt ledger.receipt;
BEGIN
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
  FOREACH v_owner IN ARRAY p_owners LOOP
    IF left(v_owner, 2) = 'u:' THEN
      v_user := v_owner;
    END IF;
  END LOOP;
  v_locked := ledger.lock_user(v_user); -- an assignment, since PERFORM would begin a statement
  v_receipt := ledger.write_one(v_id, v_kind.number, v_kind.moves, p_kind, p_ref, p_actor, p_mdate, v_user, p_owners,
    p_assets, p_codes, p_amounts, p_uid, p_salt, p_now);
  IF v_kind.source IS NOT NULL THEN
    PERFORM ledger.check_sources(ARRAY[p_kind], ARRAY[p_ref], array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners,
      p_assets, p_codes, p_amounts);
  END IF;
  IF v_kind.bills THEN
    PERFORM ledger.write_bill(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_mdate],
      array_fill(1, ARRAY[cardinality(p_amounts)]), ARRAY(SELECT generate_series(1, cardinality(p_amounts))::smallint),
      p_owners, p_assets, p_codes, p_amounts);
  END IF;
  IF p_kind = 'reversal' THEN
    PERFORM ledger.check_reversal(v_id);
  END IF;
  RETURN v_receipt;
END $$;
