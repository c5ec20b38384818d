-- The log against what it is made of: every entry and record has its leaf, every tile is made of those below it, and
-- every checkpoint has the root of its size.
CREATE OR REPLACE FUNCTION audit.check_log() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH
  unsealed_over_30s AS (
    SELECT u.source::text || ' ' || u.id || ' has waited since ' || u.at_ms AS sample FROM ledger.unsealed u
    WHERE u.at_ms < extract(epoch FROM clock_timestamp()) * 1000 - 30000
  ),
  newest AS (
    SELECT max(t.entry_id) AS entry_id, max(t.record_id) AS record_id FROM ledger.tile t WHERE t.level = 0
  ),
  written AS (
    SELECT 'e'::"char" AS source, e.id, e.leaf, e.id <= coalesce(n.entry_id, 0) AS sealed
    FROM ledger.entry e CROSS JOIN newest n
    UNION ALL SELECT 'r', r.id, r.leaf, r.id <= coalesce(n.record_id, 0) FROM ledger.record r CROSS JOIN newest n
  ),
  leaf AS (
    SELECT t.idx, t.idx * 256 + n AS place, substr(t.hashes, 32 * n + 1, 32) AS hash
    FROM ledger.tile t CROSS JOIN generate_series(0, octet_length(t.hashes) / 32 - 1) AS n WHERE t.level = 0
  ),
  -- Each entry and record is in the log once, under its leaf and in the order of its kind's ids, or waits for it.
  log_complete AS (
    SELECT CASE WHEN x.id IS NULL THEN 'place ' || x.place || ' is of nothing that was written'
      ELSE x.source::text || ' ' || x.id || ' is not once in the log under its leaf, in its order' END AS sample
    FROM (
      SELECT w.source, w.id, w.sealed, l.place, lag(w.id) OVER o AS before
      FROM written w FULL JOIN leaf l ON l.hash = w.leaf WINDOW o AS (PARTITION BY w.source ORDER BY l.place)
    ) x
    WHERE x.id IS NULL OR (x.place IS NOT NULL) <> x.sealed OR (x.place IS NOT NULL AND x.before >= x.id)
    UNION ALL
    SELECT 'tile ' || x.idx || ' of the log ends at other ids'
    FROM (
      SELECT t.idx, t.entry_id, t.record_id, max(w.entry_id) OVER o AS entry, max(w.record_id) OVER o AS record
      FROM ledger.tile t LEFT JOIN (
        SELECT l.idx, max(w.id) FILTER (WHERE w.source = 'e') AS entry_id,
               max(w.id) FILTER (WHERE w.source = 'r') AS record_id
        FROM leaf l JOIN written w ON w.leaf = l.hash GROUP BY l.idx
      ) w ON w.idx = t.idx
      WHERE t.level = 0 WINDOW o AS (ORDER BY t.idx)
    ) x
    WHERE (x.entry_id, x.record_id) IS DISTINCT FROM (coalesce(x.entry, 0), coalesce(x.record, 0))
    UNION ALL
    SELECT 'tile ' || t.level || '/' || t.idx || ' is not whole, or out of its place'
    FROM (SELECT t.*, row_number() OVER o AS number, lead(t.idx) OVER o AS next FROM ledger.tile t
      WINDOW o AS (PARTITION BY t.level ORDER BY t.idx)) t
    WHERE t.idx <> t.number - 1 OR octet_length(t.hashes) % 32 <> 0
      OR (octet_length(t.hashes) <> 8192 AND t.next IS NOT NULL)
  ),
  -- Each hash above the leaves is the root of the tile below it, and none is missing.
  log_nodes AS (
    SELECT 'hash ' || n || ' of tile ' || t.level || '/' || t.idx || ' is not the root of what is below it' AS sample
    FROM ledger.tile t CROSS JOIN generate_series(0, octet_length(t.hashes) / 32 - 1) AS n
    LEFT JOIN ledger.tile b ON b.level = t.level - 1 AND b.idx = t.idx * 256 + n
    WHERE t.level > 0 AND substr(t.hashes, 32 * n + 1, 32)
      IS DISTINCT FROM CASE WHEN octet_length(b.hashes) = 8192 THEN ledger.root_of_hashes(b.hashes) END
    UNION ALL
    SELECT 'level ' || g.level || ' has ' || coalesce(n.hashes, 0) || ' hashes'
    FROM (SELECT coalesce(sum(octet_length(t.hashes) / 32), 0) AS size FROM ledger.tile t WHERE t.level = 0) s
    CROSS JOIN generate_series(1, 6) AS g (level)
    LEFT JOIN (SELECT t.level, sum(octet_length(t.hashes) / 32) AS hashes FROM ledger.tile t GROUP BY t.level) n
      ON n.level = g.level
    WHERE coalesce(n.hashes, 0) <> s.size >> (8 * g.level)
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
