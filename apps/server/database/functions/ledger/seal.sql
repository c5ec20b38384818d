-- Gives at most p_most of what waits its place at the end of the log, in the order of ids. An entry that commits after
-- one with a higher id is not seen yet, and has its place in a later call. Null when another session is sealing: there
-- is one sealer at a time. Each level of the tree is one range of the level below, looked up by its key however small
-- the table was when the plan was made.
CREATE OR REPLACE FUNCTION ledger.seal(p_most int) RETURNS ledger.log_state
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v ledger.log_state;
  v_before bigint;
  v_from bigint;
  v_to bigint;
  v_made bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(461315797602) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(max(l.idx) + 1, 0) INTO v_before FROM ledger.leaf l;
  v.sealed := 0;
  IF EXISTS (SELECT FROM ledger.unsealed) THEN
    WITH next AS MATERIALIZED (
      SELECT u.ctid AS place FROM ledger.unsealed u ORDER BY u.source, u.id LIMIT p_most
    ), taken AS (
      DELETE FROM ledger.unsealed u USING next n WHERE u.ctid = n.place RETURNING u.source, u.id
    )
    INSERT INTO ledger.leaf (idx, hash, source, id)
    SELECT v_before + row_number() OVER (ORDER BY t.source, t.id) - 1,
           CASE t.source WHEN 'e' THEN (SELECT e.leaf FROM ledger.entry e WHERE e.id = t.id) WHEN 'r'
             THEN (SELECT r.leaf FROM ledger.record r WHERE r.id = t.id) END,
           t.source, t.id
    FROM taken t;
    GET DIAGNOSTICS v.sealed = ROW_COUNT;
  END IF;
  v.size := v_before + v.sealed;
  FOR v_level IN 1..62 LOOP
    v_from := v_before >> v_level;
    v_to := v.size >> v_level;
    EXIT WHEN v_from = v_to;
    -- Two halves that follow each other make a node: the lower one is the left.
    IF v_level = 1 THEN
      INSERT INTO ledger.node (level, idx, hash)
      SELECT 1, l.idx >> 1, sha256('\x01'::bytea || string_agg(l.hash, ''::bytea ORDER BY l.idx))
      FROM ledger.leaf l WHERE l.idx >= v_from << 1 AND l.idx < v_to << 1
      GROUP BY l.idx >> 1 HAVING count(*) = 2;
    ELSE
      INSERT INTO ledger.node (level, idx, hash)
      SELECT v_level, n.idx >> 1, sha256('\x01'::bytea || string_agg(n.hash, ''::bytea ORDER BY n.idx))
      FROM ledger.node n WHERE n.level = (v_level - 1)::smallint AND n.idx >= v_from << 1 AND n.idx < v_to << 1
      GROUP BY n.idx >> 1 HAVING count(*) = 2;
    END IF;
    GET DIAGNOSTICS v_made = ROW_COUNT;
    IF v_made <> v_to - v_from THEN
      PERFORM ledger.refuse('the log has a hole below level ' || v_level);
    END IF;
  END LOOP;
  v.root := ledger.root_of(v.size);
  SELECT c.size, c.at_ms, c.note INTO v.checkpoint_size, v.checkpoint_ms, v.checkpoint_note
  FROM ledger.checkpoint c ORDER BY c.size DESC, c.at_ms DESC LIMIT 1;
  RETURN v;
END $$;
