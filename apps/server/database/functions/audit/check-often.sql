-- The checks that stay cheap however long the ledger is: the server asks them every minute. The newest entries and the
-- newest checkpoint stand for all.
CREATE OR REPLACE FUNCTION audit.check_often() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH
  negative_balance AS (
    SELECT 'account ' || id || ' has ' || balance AS sample FROM ledger.account WHERE balance < 0
  ),
  recent AS (SELECT e.id, e.leaf FROM ledger.entry e ORDER BY e.id DESC LIMIT 1000),
  line AS (
    SELECT p.*, r.leaf, lead(p.prev) OVER w AS prev_after, lead(p.seq) OVER w AS seq_after
    FROM recent r JOIN ledger.posting p ON p.entry_id = r.id
    WINDOW w AS (PARTITION BY p.person, p.asset_id, p.code, p.seq IS NULL ORDER BY p.seq)
  ),
  entry_lines AS (
    SELECT 'entry ' || l.entry_id || ' does not balance' AS sample FROM line l
    GROUP BY l.entry_id, l.asset_id HAVING sum(l.amount) <> 0
    UNION ALL
    SELECT 'entry ' || r.id || ' has no lines' FROM recent r
    WHERE NOT EXISTS (SELECT FROM line l WHERE l.entry_id = r.id)
  ),
  chain_head AS (
    SELECT 'entry ' || l.entry_id || '-' || l.line || ' breaks the chain of ' || l.owner || ' ' || l.asset
      || ' ' || l.code AS sample
    FROM line l
    LEFT JOIN ledger.account a ON a.person = l.person AND a.asset_id = l.asset_id AND a.code = l.code
    WHERE l.seq IS NOT NULL AND (
      sha256('\x02'::bytea || l.prev || l.leaf || int4send(l.line)) IS DISTINCT FROM coalesce(l.prev_after, a.head)
      OR coalesce(l.seq_after, a.seq + 1) <> l.seq + 1 OR (l.seq_after IS NULL AND l.after <> a.balance))
  ),
  unsealed_over_30s AS (
    SELECT 'entry ' || u.id || ' has waited since ' || u.at_ms AS sample FROM ledger.unsealed u
    WHERE u.source = 'e' AND u.at_ms < extract(epoch FROM clock_timestamp()) * 1000 - 30000
  ),
  record_signatures AS (
    SELECT 'record ' || r.id || ' (' || r.type || ') is signed by no server' AS sample
    FROM (SELECT r.id, r.type FROM ledger.record r ORDER BY r.id DESC LIMIT 1000) r
    WHERE r.type NOT IN ('key.rotate', 'node.certify', 'node.retire')
      AND NOT EXISTS (SELECT FROM ledger.record_signature s WHERE s.record_id = r.id)
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
  UNION ALL SELECT 'record_signatures', count(*), min(x.sample) FROM record_signatures x
  UNION ALL SELECT 'checkpoint_root', count(*), min(x.sample) FROM checkpoint_root x
$$;
