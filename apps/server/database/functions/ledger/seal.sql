-- Gives at most p_most of what waits its place at the end of the log: entries, then records, both in the order of their
-- ids, so that nothing ever comes before what has its place. Null when another session is sealing: there is one sealer
-- at a time. A tile that is complete has its root in the level above. The caller has looked at signatures of records:
-- those of p_signed have their place, those of p_refused get none and are passed over, and what is in neither waits.
-- `wrong_entry` is one whose leaf is not its own: neither it nor what comes after it has a place until people have
-- looked.
CREATE OR REPLACE FUNCTION ledger.seal(p_most int, p_signed bigint[], p_refused bigint[]) RETURNS ledger.log_state
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v ledger.log_state;
  v_last ledger.tile; -- the newest tile of leaves
  v_before bigint; -- leaves before this call
  v_from bigint;
  v_to bigint;
  v_entries record;
  v_records record;
  v_known int; -- how many of the records that could have their place the caller has looked at
BEGIN
  IF NOT pg_try_advisory_xact_lock(461315797602) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_last FROM ledger.tile t WHERE t.level = 0 ORDER BY t.idx DESC LIMIT 1;
  v_before := coalesce(v_last.idx * 256 + octet_length(v_last.hashes) / 32, 0);
  SELECT * INTO v_entries FROM ledger.next_to_seal('e', coalesce(v_last.entry_id, 0), p_most);
  v.wrong_entry := ledger.wrong_leaf(v_entries.ids);
  IF v.wrong_entry IS NOT NULL THEN
    v_entries.leaves := v_entries.leaves[:array_position(v_entries.ids, v.wrong_entry) - 1];
    v_entries.ids := v_entries.ids[:array_position(v_entries.ids, v.wrong_entry) - 1];
  END IF;
  SELECT * INTO v_records
  FROM ledger.next_to_seal('r', coalesce(v_last.record_id, 0), p_most - coalesce(cardinality(v_entries.ids), 0));
  SELECT coalesce(min(r.n) - 1, cardinality(v_records.ids)) INTO v_known
  FROM unnest(v_records.ids) WITH ORDINALITY AS r (id, n) WHERE NOT r.id = ANY (p_signed || p_refused);
  v.waits := v_entries.waits OR v_records.waits OR coalesce(v_known < cardinality(v_records.ids), false);
  SELECT array_agg(r.id ORDER BY r.n), array_agg(r.leaf ORDER BY r.n) INTO v_records.ids, v_records.leaves
  FROM unnest(v_records.ids[:v_known], v_records.leaves[:v_known]) WITH ORDINALITY AS r (id, leaf, n)
  WHERE NOT r.id = ANY (p_refused);
  v.sealed := coalesce(cardinality(v_entries.ids), 0) + coalesce(cardinality(v_records.ids), 0);
  v.size := v_before + v.sealed;

  IF v.sealed > 0 THEN
    INSERT INTO ledger.tile (level, idx, hashes, entry_id, record_id)
    SELECT 0, n.idx, CASE WHEN n.idx = v_last.idx THEN v_last.hashes ELSE ''::bytea END || n.hashes,
           greatest(coalesce(v_last.entry_id, 0), max(n.entry_id) OVER w),
           greatest(coalesce(v_last.record_id, 0), max(n.record_id) OVER w)
    FROM (
      SELECT l.place >> 8 AS idx, string_agg(l.hash, ''::bytea ORDER BY l.place) AS hashes,
             max(l.id) FILTER (WHERE l.source = 'e') AS entry_id, max(l.id) FILTER (WHERE l.source = 'r') AS record_id
      FROM (
        SELECT x.source, x.id, x.hash, v_before - 1 + row_number() OVER (ORDER BY x.source, x.id) AS place
        FROM (
          SELECT 'e' AS source, e.id, e.hash FROM unnest(v_entries.ids, v_entries.leaves) AS e (id, hash)
          UNION ALL SELECT 'r', r.id, r.hash FROM unnest(v_records.ids, v_records.leaves) AS r (id, hash)
        ) x
      ) l GROUP BY l.place >> 8
    ) n WINDOW w AS (ORDER BY n.idx)
    ON CONFLICT (level, idx) DO UPDATE SET hashes = excluded.hashes, entry_id = excluded.entry_id,
      record_id = excluded.record_id;
    FOR v_level IN 1..6 LOOP
      v_from := v_before >> (8 * v_level);
      v_to := v.size >> (8 * v_level);
      EXIT WHEN v_from = v_to;
      INSERT INTO ledger.tile (level, idx, hashes)
      SELECT v_level, t.idx >> 8, string_agg(ledger.root_of_hashes(t.hashes), ''::bytea ORDER BY t.idx)
      FROM ledger.tile t WHERE t.level = (v_level - 1)::smallint AND t.idx >= v_from AND t.idx < v_to
      GROUP BY t.idx >> 8
      ON CONFLICT (level, idx) DO UPDATE SET hashes = tile.hashes || excluded.hashes;
    END LOOP;
  END IF;

  v.root := ledger.root_of(v.size);
  IF v.root IS NULL THEN
    PERFORM ledger.refuse('the log has a hole before place ' || v.size);
  END IF;
  SELECT c.size, c.at_ms, c.note INTO v.checkpoint_size, v.checkpoint_ms, v.checkpoint_note
  FROM ledger.checkpoint c ORDER BY c.size DESC, c.at_ms DESC LIMIT 1;
  RETURN v;
END $$;
