-- The second check of every entry, from the rows that were written, in code that shares nothing with the first. The
-- lines are those of its kind's rules, in two assets at most, which sum to zero. Each line of a user's account goes on
-- from the line before it, and the last one is where the account now stands.
CREATE OR REPLACE FUNCTION ledger.recount_entries() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_id bigint;
  v_why text;
BEGIN
  WITH line AS MATERIALIZED (
    SELECT e.id, e.person, e.kind, e.leaf, e.asset[1] AS first_asset, x.*,
           CASE WHEN x.seq IS NOT NULL
             THEN substr(e.prev, 32 * (count(x.seq) OVER (PARTITION BY e.id ORDER BY x.line))::int - 31, 32) END AS prev
    FROM new_entry e
    CROSS JOIN LATERAL unnest(e.asset, e.code, e.amount, e.after, e.seq)
      WITH ORDINALITY AS x (asset, code, amount, after, seq, line)
  ), counted AS (
    SELECT l.id, min(l.person) AS person, count(*) AS lines, count(l.seq) AS tracked,
           bool_and(((l.code < 200) = (l.seq IS NOT NULL) AND (l.seq IS NULL) = (l.after IS NULL) AND l.amount <> 0
             AND l.asset IS NOT NULL) IS TRUE) AS whole,
           bool_and((ledger.move_number(k.number, l.code, l.amount) = ANY (k.moves)) IS TRUE) AS allowed,
           sum(l.amount) FILTER (WHERE l.asset = l.first_asset) = 0
             AND coalesce(sum(l.amount) FILTER (WHERE l.asset <> l.first_asset), 0) = 0
             AND min(l.asset) FILTER (WHERE l.asset <> l.first_asset)
               IS NOT DISTINCT FROM max(l.asset) FILTER (WHERE l.asset <> l.first_asset) AS balanced
    FROM line l LEFT JOIN ledger.kind k ON k.kind = l.kind GROUP BY l.id
  ), chained AS (
    SELECT l.*, lead(l.seq) OVER w AS next_seq, lead(l.prev) OVER w AS next_prev,
           lead(l.after - l.amount) OVER w AS next_from
    FROM line l WHERE l.seq IS NOT NULL
    WINDOW w AS (PARTITION BY l.person, l.asset, l.code ORDER BY l.seq, l.id, l.line)
  )
  SELECT x.id, x.why INTO v_id, v_why
  FROM (
    SELECT e.id, CASE
      WHEN (c.lines BETWEEN 2 AND 32 AND c.whole AND octet_length(e.prev) = 32 * c.tracked
        AND (e.person > 0) = (c.tracked > 0)
        AND cardinality(e.code) = c.lines AND cardinality(e.amount) = c.lines AND cardinality(e.after) = c.lines
        AND cardinality(e.seq) = c.lines) IS NOT TRUE THEN 'has not the lines it should have'
      WHEN c.allowed IS NOT TRUE THEN 'may not touch these accounts'
      WHEN c.balanced IS NOT TRUE THEN 'does not balance' END AS why
    FROM new_entry e LEFT JOIN counted c ON c.id = e.id
    UNION ALL
    SELECT c.id, 'does not go on from where its accounts stand'
    FROM chained c
    LEFT JOIN ledger.account a ON a.person = c.person AND a.asset_id = c.asset AND a.code = c.code
    WHERE (c.after >= 0 AND coalesce(c.next_seq, a.seq + 1) = c.seq + 1 AND coalesce(c.next_from, a.balance) = c.after
      AND coalesce(c.next_prev, a.head)
        = sha256('\x02'::bytea || c.prev || c.leaf || int4send(c.line::int))) IS NOT TRUE
    UNION ALL
    -- The newest entry of a user that changes what is owned says what the account has of it.
    SELECT o.id, 'does not say what is owned after it'
    FROM (
      SELECT DISTINCT ON (e.person, m.asset) e.id, e.person, m.asset, e.owned[m.asset] AS owned,
        e.bill_seq[m.asset] AS bill_seq
      FROM new_entry e CROSS JOIN generate_series(1, 2) AS m (asset)
      WHERE e.owned[m.asset] IS NOT NULL ORDER BY e.person, m.asset, e.id DESC
    ) o
    LEFT JOIN ledger.account a ON a.person = o.person AND a.asset_id = o.asset AND a.code = 101
    WHERE (a.owned = o.owned AND a.bill_seq = o.bill_seq) IS NOT TRUE
    UNION ALL
    SELECT l.id, 'changes what is owned, and does not say so'
    FROM line l JOIN new_entry e ON e.id = l.id WHERE l.code BETWEEN 101 AND 105
    GROUP BY l.id, l.asset, e.owned HAVING (sum(l.amount) <> 0) <> (e.owned[l.asset] IS NOT NULL)
  ) x WHERE x.why IS NOT NULL LIMIT 1;
  IF v_id IS NOT NULL THEN
    RAISE EXCEPTION 'entry % %', v_id, v_why USING ERRCODE = '23514', CONSTRAINT = 'entry_recounted';
  END IF;
  RETURN NULL;
END $$;
