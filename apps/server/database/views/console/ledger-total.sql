-- Totals of the ledger by asset and account code.
CREATE VIEW console.ledger_total AS
  SELECT a.asset, a.code, left(a.owner, 1) AS owner, count(DISTINCT a.id) AS accounts,
    coalesce(sum(p.amount), 0)::text AS balance
  FROM ledger.account a LEFT JOIN ledger.posting p ON p.account_id = a.id GROUP BY a.asset, a.code, left(a.owner, 1);
