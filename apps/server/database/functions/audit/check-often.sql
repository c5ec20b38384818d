-- The checks that stay cheap however long the ledger is: the server asks them every minute. The newest entries and the
-- newest checkpoint stand for all.
CREATE OR REPLACE FUNCTION audit.check_often() RETURNS TABLE (name text, violations bigint, sample text)
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
    FROM recent r JOIN ledger.posting p ON p.entry_id = r.id AND p.seq IS NOT NULL
    JOIN ledger.account a ON a.id = p.account_id
    LEFT JOIN ledger.posting n ON n.account_id = p.account_id AND n.seq = p.seq + 1
    WHERE sha256('\x02'::bytea || p.prev || r.leaf || int4send(p.line)) IS DISTINCT FROM coalesce(n.prev, a.head)
      OR p.seq > a.seq OR (p.seq = a.seq AND p.after <> a.balance)
  ),
  unsealed_over_30s AS (
    SELECT 'entry ' || u.id || ' has waited since ' || u.at_ms AS sample FROM ledger.unsealed u
    WHERE u.source = 'e' AND u.at_ms < extract(epoch FROM clock_timestamp()) * 1000 - 30000
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
