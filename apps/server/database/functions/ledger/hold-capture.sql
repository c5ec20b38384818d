-- Spends p_captured of a hold on the lines given, and gives p_released of it back.
CREATE OR REPLACE FUNCTION ledger.hold_capture(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text, p_captured bigint,
  p_released bigint, p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_id bigint;
  v_receipt ledger.receipt;
BEGIN
  PERFORM ledger.refuse_frozen(p_codes);
  PERFORM ledger.lock_user(h.owner) FROM ledger.hold h WHERE h.id = p_hold;
  v_id := ledger.next_entry_id();
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.find_earlier_request(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  PERFORM ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold],
    ARRAY[p_captured], ARRAY[p_released], array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners, p_assets, p_codes,
    p_amounts);
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = v_id;
  RETURN v_receipt;
END $$;
