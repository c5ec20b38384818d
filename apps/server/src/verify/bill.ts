import { finding, type Check } from './finding.ts';

/*
 * The words of the bill, made from the lines of entries and the rules, as ledger.write_bill makes them: what
 * the platform and the outside got and gave, with the sign turned, one line for each word.
 */
const WRONG = `
  WITH line AS (
    SELECT p.entry_id, p.line, a.owner, a.asset, a.code, p.amount, r.business_type
    FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id JOIN ledger.account a ON a.id = p.account_id
    LEFT JOIN ledger.rule r ON r.kind = e.kind AND r.code = a.code AND r.sign = sign(p.amount) AND r.business_type IS NOT NULL
    WHERE a.asset NOT LIKE 'EQ:%'
  ), change AS (
    SELECT l.entry_id, l.asset, max(l.owner) AS owner FROM line l WHERE l.code BETWEEN 101 AND 105
    GROUP BY l.entry_id, l.asset HAVING sum(l.amount) <> 0
  ), word AS (
    SELECT l.entry_id, l.asset, min(l.line) AS line, l.business_type, -sum(l.amount) AS amount
    FROM line l WHERE l.business_type IS NOT NULL GROUP BY l.entry_id, l.asset, l.business_type
  ), made AS (
    SELECT w.*, c.owner FROM word w JOIN change c ON c.entry_id = w.entry_id AND c.asset = w.asset
  )
  SELECT 'line ' || coalesce(b.line, m.line) || ' of entry ' || coalesce(b.entry_id, m.entry_id) || ' says ' || coalesce(b.business_type, 'nothing')
    || ', by the rules it is ' || coalesce(m.business_type, 'nothing') AS what
  FROM made m FULL JOIN ledger.bill_line b ON b.entry_id = m.entry_id AND b.asset = m.asset AND b.line = m.line
  WHERE (b.owner, b.business_type, b.amount) IS DISTINCT FROM (m.owner, m.business_type, m.amount)`;

/** Each line of a member's statement is called what its kind and its accounts make it, and is of that amount. */
export const verifyBill: Check = async (tx) => {
  const found = finding('bill_words');
  for (const { what } of await tx.query<{ what: string }>('verify.bill_words', WRONG)) found.add(what);
  return [found.end()];
};
