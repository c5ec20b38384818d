-- runs as khara_ledger
-- Sealing: what was committed gets its place in the log, a tree in the shape of RFC 6962 of which checkpoints are signed. The server can only ask for
-- it; what is sealed, in which order and under which root, is decided here.

-- A log that does not grow is signed anew every ten minutes: several checkpoints may have one size, and then one root.
ALTER TABLE ledger.checkpoint DROP CONSTRAINT checkpoint_pkey, ADD PRIMARY KEY (size, at_ms);

-- The hash over the 2^level leaves from p_idx * 2^level on. Only complete subtrees are kept: they never change.
CREATE FUNCTION ledger.subtree(p_level int, p_idx bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_level = 0 THEN (SELECT l.hash FROM ledger.leaf l WHERE l.idx = p_idx)
    ELSE (SELECT n.hash FROM ledger.node n WHERE n.level = p_level::smallint AND n.idx = p_idx) END
$$;

-- The root over the first p_size leaves; null when the log is not so long, or has a hole.
CREATE FUNCTION ledger.root_of(p_size bigint) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_root bytea;
  v_part bytea;
BEGIN
  IF p_size = 0 THEN
    RETURN sha256(''::bytea);
  END IF;
  -- From the right: each bit of the size is a complete subtree, the smallest the last.
  FOR v_level IN 0..62 LOOP
    IF (p_size >> v_level) & 1 = 1 THEN
      v_part := ledger.subtree(v_level, (p_size >> v_level) - 1);
      IF v_part IS NULL THEN
        RETURN NULL;
      END IF;
      v_root := CASE WHEN v_root IS NULL THEN v_part ELSE sha256('\x01'::bytea || v_part || v_root) END;
    END IF;
  END LOOP;
  RETURN v_root;
END $$;

-- Number of leaves, root, and the newest checkpoint. `sealed` is how many leaves the call added.
CREATE TYPE ledger.log_state AS (sealed bigint, size bigint, root bytea, checkpoint_size bigint, checkpoint_ms bigint, checkpoint_note text);

-- Gives at most p_most of what waits its place at the end of the log, in the order of ids. An entry that commits after one with a higher id is
-- not seen yet, and has its place in a later call. Null when somebody else is sealing: there is one sealer at a time.
CREATE FUNCTION ledger.seal(p_most int) RETURNS ledger.log_state
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v ledger.log_state;
  v_before bigint;
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
    SELECT v_before + row_number() OVER (ORDER BY t.source, t.id) - 1, coalesce(e.leaf, r.leaf), t.source, t.id
    FROM taken t
    LEFT JOIN ledger.entry e ON t.source = 'e' AND e.id = t.id
    LEFT JOIN ledger.record r ON t.source = 'r' AND r.id = t.id;
    GET DIAGNOSTICS v.sealed = ROW_COUNT;
  END IF;
  v.size := v_before + v.sealed;
  FOR v_level IN 1..62 LOOP
    EXIT WHEN v_before >> v_level = v.size >> v_level;
    INSERT INTO ledger.node (level, idx, hash)
    SELECT v_level, n.idx, sha256('\x01'::bytea || ledger.subtree(v_level - 1, 2 * n.idx) || ledger.subtree(v_level - 1, 2 * n.idx + 1))
    FROM generate_series(v_before >> v_level, (v.size >> v_level) - 1) AS n (idx);
  END LOOP;
  v.root := ledger.root_of(v.size);
  SELECT c.size, c.at_ms, c.note INTO v.checkpoint_size, v.checkpoint_ms, v.checkpoint_note
  FROM ledger.checkpoint c ORDER BY c.size DESC, c.at_ms DESC LIMIT 1;
  RETURN v;
END $$;

-- Keeps a signed checkpoint. What it says must be so: its second, third and fourth line are size, root and time. False when a later one is there
-- already; neither size nor time ever goes back.
CREATE FUNCTION ledger.add_checkpoint(p_size bigint, p_at_ms bigint, p_note text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_root bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(461315797602);
  v_root := ledger.root_of(p_size);
  IF v_root IS NULL OR (string_to_array(p_note, E'\n'))[2:5] IS DISTINCT FROM ARRAY[p_size::text, encode(v_root, 'base64'), 'time ' || p_at_ms, ''] THEN
    PERFORM ledger.refuse('the log has no such checkpoint');
  END IF;
  IF EXISTS (SELECT FROM ledger.checkpoint c WHERE c.size > p_size OR c.at_ms >= p_at_ms) THEN
    RETURN false;
  END IF;
  INSERT INTO ledger.checkpoint (size, root, at_ms, note) VALUES (p_size, v_root, p_at_ms, p_note);
  RETURN true;
END $$;
-- The newest instant is asked for at every checkpoint.
CREATE INDEX checkpoint_at ON ledger.checkpoint (at_ms);

GRANT EXECUTE ON FUNCTION ledger.seal, ledger.add_checkpoint TO khara_app, khara_job;

-- ---- checks --------------------------------------------------------------------------------------------------------

ALTER FUNCTION audit.check_all() RENAME TO check_books;

-- The log against what it is of.
CREATE FUNCTION audit.check_log() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH
  written AS (
    SELECT 'e'::"char" AS source, id, leaf, at_ms FROM ledger.entry
    UNION ALL SELECT 'r', id, leaf, at_ms FROM ledger.record
  ),
  unsealed_over_30s AS (
    SELECT u.source::text || ' ' || u.id || ' has waited since ' || w.at_ms AS sample
    FROM ledger.unsealed u JOIN written w ON w.source = u.source AND w.id = u.id
    WHERE w.at_ms < extract(epoch FROM clock_timestamp()) * 1000 - 30000
  ),
  -- Each entry and record is in the log once, under its leaf, or waits for it.
  log_complete AS (
    SELECT coalesce(w.source, l.source, u.source)::text || ' ' || coalesce(w.id, l.id, u.id) || ' is not once in the log under its leaf' AS sample
    FROM written w
    FULL JOIN ledger.leaf l ON l.source = w.source AND l.id = w.id
    FULL JOIN (SELECT source, id, count(*) AS times FROM ledger.unsealed GROUP BY source, id) u
      ON u.source = coalesce(w.source, l.source) AND u.id = coalesce(w.id, l.id)
    WHERE w.id IS NULL OR (l.id IS NOT NULL)::int + coalesce(u.times, 0) <> 1 OR l.hash <> w.leaf
    UNION ALL
    SELECT 'the log has ' || count(*) || ' leaves, the last is number ' || max(idx) FROM ledger.leaf HAVING count(*) <> coalesce(max(idx) + 1, 0) OR min(idx) <> 0
  ),
  -- Each node is the hash of the two below it, and none is missing.
  log_nodes AS (
    SELECT 'node ' || n.level || '/' || n.idx || ' is not the hash of those below it' AS sample
    FROM ledger.node n
    WHERE n.hash IS DISTINCT FROM sha256('\x01'::bytea || ledger.subtree(n.level - 1, 2 * n.idx) || ledger.subtree(n.level - 1, 2 * n.idx + 1))
    UNION ALL
    SELECT 'level ' || g.level || ' has ' || coalesce(n.nodes, 0) || ' nodes'
    FROM (SELECT count(*) AS size FROM ledger.leaf) s, generate_series(1, 62) AS g (level)
    LEFT JOIN (SELECT level, count(*) AS nodes FROM ledger.node GROUP BY level) n ON n.level = g.level
    WHERE coalesce(n.nodes, 0) <> s.size >> g.level
  ),
  -- Each checkpoint says what the log was at its size.
  checkpoint_root AS (
    SELECT 'the checkpoint of ' || c.size || ' leaves at ' || c.at_ms || ' is not of this log' AS sample
    FROM (SELECT c.*, lag(c.at_ms) OVER (ORDER BY c.size, c.at_ms) AS at_before FROM ledger.checkpoint c) c
    WHERE c.root IS DISTINCT FROM ledger.root_of(c.size) OR c.at_before >= c.at_ms
      OR (string_to_array(c.note, E'\n'))[2:4] IS DISTINCT FROM ARRAY[c.size::text, encode(c.root, 'base64'), 'time ' || c.at_ms]
  )
  SELECT 'unsealed_over_30s', count(*), min(x.sample) FROM unsealed_over_30s x
  UNION ALL SELECT 'log_complete', count(*), min(x.sample) FROM log_complete x
  UNION ALL SELECT 'log_nodes', count(*), min(x.sample) FROM log_nodes x
  UNION ALL SELECT 'checkpoint_root', count(*), min(x.sample) FROM checkpoint_root x
$$;

CREATE FUNCTION audit.check_all() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM audit.check_books() UNION ALL SELECT * FROM audit.check_log()
$$;

-- The checks that cost little however long the ledger is: for every minute. The newest entries and the newest checkpoint stand for all.
CREATE FUNCTION audit.check_often() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH
  negative_balance AS (
    SELECT 'account ' || id || ' has ' || balance AS sample FROM ledger.account WHERE balance < 0
  ),
  recent AS (SELECT e.id, e.leaf, e.lines FROM ledger.entry e ORDER BY e.id DESC LIMIT 1000),
  entry_lines AS (
    SELECT 'entry ' || r.id || ' does not balance' AS sample
    FROM recent r LEFT JOIN LATERAL (SELECT count(*) AS lines FROM ledger.posting p WHERE p.entry_id = r.id) p ON true
    WHERE p.lines <> r.lines
      OR EXISTS (SELECT FROM ledger.posting p WHERE p.entry_id = r.id GROUP BY p.asset HAVING sum(p.amount) <> 0)
  ),
  chain_head AS (
    SELECT 'entry ' || r.id || '-' || p.line || ' breaks the chain of account ' || p.account_id AS sample
    FROM recent r JOIN ledger.posting p ON p.entry_id = r.id AND p.seq IS NOT NULL JOIN ledger.account a ON a.id = p.account_id
    LEFT JOIN ledger.posting n ON n.account_id = p.account_id AND n.seq = p.seq + 1
    WHERE sha256('\x02'::bytea || p.prev || r.leaf || int4send(p.line)) IS DISTINCT FROM coalesce(n.prev, a.head)
      OR p.seq > a.seq OR (p.seq = a.seq AND p.after <> a.balance)
  ),
  unsealed_over_30s AS (
    SELECT 'entry ' || u.id || ' has waited since ' || e.at_ms AS sample
    FROM ledger.unsealed u JOIN ledger.entry e ON e.id = u.id
    WHERE u.source = 'e' AND e.at_ms < extract(epoch FROM clock_timestamp()) * 1000 - 30000
  ),
  checkpoint_root AS (
    SELECT 'the checkpoint of ' || c.size || ' leaves at ' || c.at_ms || ' is not of this log' AS sample
    FROM (SELECT c.* FROM ledger.checkpoint c ORDER BY c.size DESC, c.at_ms DESC LIMIT 1) c
    WHERE c.root IS DISTINCT FROM ledger.root_of(c.size)
  )
  SELECT 'negative_balance', count(*), min(x.sample) FROM negative_balance x
  UNION ALL SELECT 'entry_lines', count(*), min(x.sample) FROM entry_lines x
  UNION ALL SELECT 'chain_head', count(*), min(x.sample) FROM chain_head x
  UNION ALL SELECT 'unsealed_over_30s', count(*), min(x.sample) FROM unsealed_over_30s x
  UNION ALL SELECT 'checkpoint_root', count(*), min(x.sample) FROM checkpoint_root x
$$;
REVOKE EXECUTE ON FUNCTION audit.check_books FROM khara_app, khara_job, khara_console;
GRANT EXECUTE ON FUNCTION audit.check_all, audit.check_often TO khara_app, khara_job, khara_console;
