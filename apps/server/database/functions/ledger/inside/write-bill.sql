-- Writes the bill's lines of entries: what changed of the money owned, in the words of ledger.rule. The platform's and
-- the outside's lines have their sign turned, and those of one word are one line, numbered as the first posting it
-- stands for. Entry i, which is written already, is described by element i of the arrays up to p_mdate; its lines have
-- p_entry = i and are numbered by p_line.
CREATE OR REPLACE FUNCTION ledger.write_bill(
  p_id bigint[], p_kind text[], p_ref text[], p_mdate text[],
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_unexplained bigint;
BEGIN
  WITH rule AS MATERIALIZED (
    SELECT r.kind, r.code, r.sign, r.business_type FROM ledger.rule r
    WHERE r.kind = ANY (p_kind) AND r.business_type IS NOT NULL
  ), line AS MATERIALIZED (
    SELECT n.entry, n.line, n.owner, n.asset, n.code, n.amount, r.business_type
    FROM unnest(p_entry, p_line, p_owner, p_asset, p_code, p_amount) AS n (entry, line, owner, asset, code, amount)
    LEFT JOIN rule r ON r.kind = p_kind[n.entry] AND r.code = n.code
      AND r.sign = CASE WHEN n.amount > 0 THEN 1 ELSE -1 END
    WHERE n.asset NOT LIKE 'EQ:%' -- the bill is of money
  ), change AS MATERIALIZED (
    SELECT c.entry, c.asset, c.owner, c.amount, h.id AS home, h.owned, h.bill_seq
    FROM (
      SELECT l.entry, l.asset, max(l.owner) AS owner, sum(l.amount)::bigint AS amount
      FROM line l WHERE l.code BETWEEN 101 AND 105 GROUP BY l.entry, l.asset HAVING sum(l.amount) <> 0
    ) c
    LEFT JOIN ledger.account h ON h.owner = c.owner AND h.asset = c.asset AND h.code = 101
  ), word AS (
    SELECT l.entry, l.asset, min(l.line) AS line, l.business_type, -sum(l.amount)::bigint AS amount
    FROM line l WHERE l.business_type IS NOT NULL GROUP BY l.entry, l.asset, l.business_type
  ), bill AS MATERIALIZED (
    SELECT w.entry, w.asset, w.line, w.business_type, w.amount, c.owner, c.home, e.id, e.at_ms,
           c.owned + sum(w.amount) OVER o AS after, c.bill_seq + row_number() OVER o AS seq
    FROM word w JOIN change c ON c.entry = w.entry AND c.asset = w.asset JOIN ledger.entry e ON e.id = p_id[w.entry]
    WINDOW o AS (PARTITION BY c.owner, w.asset ORDER BY w.entry, w.line)
  ), home AS (
    UPDATE ledger.account a SET owned = a.owned + b.amount, bill_seq = a.bill_seq + b.lines
    FROM (SELECT b.home, sum(b.amount)::bigint AS amount, count(*) AS lines FROM bill b GROUP BY b.home) b
    WHERE a.id = b.home
  ), written AS (
    INSERT INTO ledger.bill_line (owner, asset, seq, entry_id, line, business_type, amount, before, after, at_ms, mdate,
      ref, kind)
    SELECT b.owner, b.asset, b.seq, b.id, b.line, b.business_type, b.amount, b.after - b.amount, b.after, b.at_ms,
      p_mdate[b.entry], p_ref[b.entry], p_kind[b.entry] FROM bill b
    RETURNING entry_id, asset, amount
  )
  SELECT count(*) INTO v_unexplained
  FROM change c LEFT JOIN (SELECT w.entry_id, w.asset, sum(w.amount) AS amount FROM written w
    GROUP BY w.entry_id, w.asset) w ON w.entry_id = p_id[c.entry] AND w.asset = c.asset
  WHERE c.amount IS DISTINCT FROM w.amount;
  IF v_unexplained > 0 THEN
    PERFORM ledger.refuse('an entry changes what is owned without a word on the bill');
  END IF;
END $$;
