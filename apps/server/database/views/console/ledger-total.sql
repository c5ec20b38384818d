-- Totals of the ledger by asset and account code. A code that the platform or the outside has is one account.
CREATE VIEW console.ledger_total AS
  SELECT p.asset, p.code, left(p.owner, 1) AS owner, count(DISTINCT p.owner) AS accounts, sum(p.amount)::text AS balance
  FROM ledger.posting p GROUP BY p.asset, p.code, left(p.owner, 1);
