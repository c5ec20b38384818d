-- Entries and records that wait for their place in the log: all after the newest that has one.
CREATE VIEW ledger.unsealed AS
  SELECT 'e'::"char" AS source, e.id, e.at_ms FROM ledger.entry e
  WHERE e.id > coalesce((SELECT t.entry_id FROM ledger.tile t WHERE t.level = 0 ORDER BY t.idx DESC LIMIT 1), 0)
  UNION ALL
  SELECT 'r', r.id, r.at_ms FROM ledger.record r
  WHERE r.id > coalesce((SELECT t.record_id FROM ledger.tile t WHERE t.level = 0 ORDER BY t.idx DESC LIMIT 1), 0);
