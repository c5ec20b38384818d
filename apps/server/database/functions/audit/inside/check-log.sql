-- The log against what it is made of: every entry and record has its leaf, every node is the hash of the two below it,
-- and every checkpoint has the root of its size.
CREATE OR REPLACE FUNCTION audit.check_log() RETURNS TABLE (name text, violations bigint, sample text)
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
    SELECT coalesce(w.source, l.source, u.source)::text || ' ' || coalesce(w.id, l.id, u.id)
      || ' is not once in the log under its leaf' AS sample
    FROM written w
    FULL JOIN ledger.leaf l ON l.source = w.source AND l.id = w.id
    FULL JOIN (SELECT source, id, count(*) AS times FROM ledger.unsealed GROUP BY source, id) u
      ON u.source = coalesce(w.source, l.source) AND u.id = coalesce(w.id, l.id)
    WHERE w.id IS NULL OR (l.id IS NOT NULL)::int + coalesce(u.times, 0) <> 1 OR l.hash <> w.leaf
    UNION ALL
    SELECT 'the log has ' || count(*) || ' leaves, the last is number ' || max(idx) FROM ledger.leaf
    HAVING count(*) <> coalesce(max(idx) + 1, 0) OR min(idx) <> 0
  ),
  -- Each node is the hash of the two below it, and none is missing.
  log_nodes AS (
    SELECT 'node ' || n.level || '/' || n.idx || ' is not the hash of those below it' AS sample
    FROM ledger.node n
    WHERE n.hash IS DISTINCT FROM sha256('\x01'::bytea || ledger.subtree(n.level - 1, 2 * n.idx)
      || ledger.subtree(n.level - 1, 2 * n.idx + 1))
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
      OR (string_to_array(c.note, E'\n'))[2:4] IS DISTINCT FROM ARRAY[c.size::text, encode(c.root, 'base64'), 'time '
        || c.at_ms]
  )
  SELECT 'unsealed_over_30s', count(*), min(x.sample) FROM unsealed_over_30s x
  UNION ALL SELECT 'log_complete', count(*), min(x.sample) FROM log_complete x
  UNION ALL SELECT 'log_nodes', count(*), min(x.sample) FROM log_nodes x
  UNION ALL SELECT 'checkpoint_root', count(*), min(x.sample) FROM checkpoint_root x
$$;
