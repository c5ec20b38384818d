-- The lines of entries, each with the balance of its account after it and its place in the account's hash chain.
CREATE VIEW ledger.posting AS
  SELECT e.id AS entry_id, l.line::smallint AS line, e.person,
         CASE c.owner WHEN 'u' THEN p.owner ELSE c.owner END AS owner, l.asset AS asset_id, a.name AS asset,
         l.code, l.amount, l.after, l.seq,
         CASE WHEN l.seq IS NOT NULL THEN substr(e.prev, 32 * l.tracked::int - 31, 32) END AS prev
  FROM ledger.entry e
  CROSS JOIN LATERAL (
    SELECT x.*, count(x.seq) OVER (ORDER BY x.line) AS tracked
    FROM unnest(e.asset, e.code, e.amount, e.after, e.seq) WITH ORDINALITY AS x (asset, code, amount, after, seq, line)
  ) l
  LEFT JOIN ledger.chart c ON c.code = l.code
  LEFT JOIN ledger.asset a ON a.id = l.asset
  LEFT JOIN ledger.person p ON p.id = e.person;
