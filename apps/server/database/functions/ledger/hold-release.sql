-- Gives back what is left of a hold, or p_amount of it, by an entry of kind p_kind. Null when nothing is left.
CREATE OR REPLACE FUNCTION ledger.hold_release(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text,
  p_amount bigint DEFAULT NULL
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_id bigint;
  v_left bigint;
  v_receipt ledger.receipt;
BEGIN
  PERFORM ledger.lock_user(h.owner) FROM ledger.hold h WHERE h.id = p_hold;
  v_id := ledger.next_entry_id();
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.find_earlier_request(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  SELECT h.amount - h.captured - h.released INTO v_left FROM ledger.hold h WHERE h.id = p_hold;
  IF v_left = 0 AND p_amount IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold],
    ARRAY[0::bigint], ARRAY[coalesce(p_amount, v_left)], '{}', '{}', '{}', '{}', '{}');
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = v_id;
  RETURN v_receipt;
END $$;
