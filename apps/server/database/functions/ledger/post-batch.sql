-- Writes many entries at once, in their order. All users are locked first, always in the same order. Entry i may use
-- hold p_hold[i]: p_captured[i] of it is spent on the lines that are given, and p_released[i] goes back to where it
-- came from. The lines of both on the user's accounts are made here and come first. The lines given are those with
-- p_entry = i. A batch has no request ids: (kind, ref) is what keeps an entry from being written twice.
CREATE OR REPLACE FUNCTION ledger.post_batch(
  p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[], p_released bigint[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS SETOF ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_id bigint[];
BEGIN
  PERFORM ledger.refuse_frozen(p_code);
  v_id := ledger.write_batch(NULL, p_kind, p_ref, p_actor, p_mdate, p_hold, p_captured, p_released, p_entry, p_owner,
    p_asset, p_code, p_amount);
  RETURN QUERY SELECT e.id, e.uid, false, e.leaf::bytea, e.at_ms FROM ledger.entry e WHERE e.id = ANY (v_id)
    ORDER BY e.id;
END $$;
