-- runs as khara_ledger
-- Frozen accounts change together with a hold, in both directions: an entry that uses one could name a frozen account in its other lines, too, and so take
-- away more than the hold said. The checks found it afterwards; now it is refused. And the role of the queue of jobs writes no entries.

-- The frozen accounts of ledger.chart, without looking them up for every batch: rights.test.ts compares.
CREATE FUNCTION ledger.refuse_frozen(p_code smallint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_code && '{102,103,104,105,121}'::smallint[] THEN
    PERFORM ledger.refuse('a frozen account is moved by what is captured and released of a hold');
  END IF;
END $$;

-- As in 0004, where its comment is.
CREATE OR REPLACE FUNCTION ledger.post_batch(
  p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[], p_released bigint[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS SETOF ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_id bigint[] := ARRAY(SELECT nextval('ledger.entry_id_seq') FROM generate_series(1, cardinality(p_kind)));
BEGIN
  PERFORM ledger.refuse_frozen(p_code);
  PERFORM ledger.write_batch(v_id, p_kind, p_ref, p_actor, p_mdate, p_hold, p_captured, p_released, p_entry, p_owner, p_asset, p_code, p_amount);
  RETURN QUERY SELECT e.id, e.uid, false, e.leaf::bytea, e.at_ms FROM ledger.entry e WHERE e.id = ANY (v_id) ORDER BY e.id;
END $$;

CREATE OR REPLACE FUNCTION ledger.hold_capture(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text, p_captured bigint, p_released bigint,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_receipt ledger.receipt;
BEGIN
  PERFORM ledger.refuse_frozen(p_codes);
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  PERFORM ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold], ARRAY[p_captured], ARRAY[p_released],
    array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners, p_assets, p_codes, p_amounts);
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = v_id;
  RETURN v_receipt;
END $$;

REVOKE EXECUTE ON FUNCTION
  ledger.account_of, ledger.post, ledger.post_to, ledger.post_batch, ledger.hold_open, ledger.hold_open_batch, ledger.hold_capture, ledger.hold_release,
  ledger.add_sources, ledger.add_record, ledger.stop_books
FROM khara_job;
