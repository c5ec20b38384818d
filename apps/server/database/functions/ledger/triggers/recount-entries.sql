-- The second check of every entry, from the rows that were written, in code that shares nothing with the first. The
-- lines are those of its kind's rules, in two assets at most, which sum to zero. A statement writes one entry of a user
-- at most, so each line of a user's account is where the account now stands, and its hash goes on from the line before.
CREATE OR REPLACE FUNCTION ledger.recount_entries() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_id bigint;
  v_why text;
BEGIN
  SELECT e.id, CASE
      WHEN (x.lines BETWEEN 2 AND 32 AND x.whole AND octet_length(e.prev) = 32 * x.tracked
        AND (e.person > 0) = (x.tracked > 0)
        AND cardinality(e.code) = x.lines AND cardinality(e.amount) = x.lines AND cardinality(e.after) = x.lines
        AND cardinality(e.seq) = x.lines) IS NOT TRUE THEN 'has not the lines it should have'
      WHEN x.allowed IS NOT TRUE THEN 'may not touch these accounts'
      WHEN (x.sum_first = 0 AND x.sum_others = 0 AND x.min_other IS NOT DISTINCT FROM x.max_other) IS NOT TRUE
        THEN 'does not balance'
      ELSE 'changes what is owned, and does not say so' END
  INTO v_id, v_why
  FROM new_entry e
  LEFT JOIN LATERAL (SELECT k.number, k.moves FROM ledger.kind k WHERE k.kind = e.kind OFFSET 0) k ON true
  CROSS JOIN LATERAL (
    SELECT count(*) AS lines, count(l.seq) AS tracked,
           bool_and(((l.code < 200) = (l.seq IS NOT NULL) AND (l.seq IS NULL) = (l.after IS NULL) AND l.amount <> 0
             AND l.asset IS NOT NULL) IS TRUE) AS whole,
           bool_and((ledger.move_number(k.number, l.code, l.amount) = ANY (k.moves)) IS TRUE) AS allowed,
           sum(l.amount) FILTER (WHERE l.asset = e.asset[1]) AS sum_first,
           coalesce(sum(l.amount) FILTER (WHERE l.asset <> e.asset[1]), 0) AS sum_others,
           min(l.asset) FILTER (WHERE l.asset <> e.asset[1]) AS min_other,
           max(l.asset) FILTER (WHERE l.asset <> e.asset[1]) AS max_other,
           coalesce(sum(l.amount) FILTER (WHERE l.asset = 1 AND l.code BETWEEN 101 AND 105), 0) <> 0 AS owns_first,
           coalesce(sum(l.amount) FILTER (WHERE l.asset = 2 AND l.code BETWEEN 101 AND 105), 0) <> 0 AS owns_second
    FROM (
      SELECT unnest(e.asset) AS asset, unnest(e.code) AS code, unnest(e.amount) AS amount, unnest(e.after) AS after,
             unnest(e.seq) AS seq
    ) l
  ) x
  WHERE (x.lines BETWEEN 2 AND 32 AND x.whole AND octet_length(e.prev) = 32 * x.tracked
    AND (e.person > 0) = (x.tracked > 0)
    AND cardinality(e.code) = x.lines AND cardinality(e.amount) = x.lines AND cardinality(e.after) = x.lines
    AND cardinality(e.seq) = x.lines
    AND x.allowed AND x.sum_first = 0 AND x.sum_others = 0 AND x.min_other IS NOT DISTINCT FROM x.max_other
    AND x.owns_first = (e.owned[1] IS NOT NULL) AND x.owns_second = (e.owned[2] IS NOT NULL)) IS NOT TRUE
  LIMIT 1;
  IF v_id IS NULL THEN
    SELECT l.id, 'does not go on from where its accounts stand' INTO v_id, v_why
    FROM (
      SELECT x.*, substr(x.all_prev, 32 * cardinality(array_remove(x.all_seq[:x.line], NULL)) - 31, 32) AS prev
      FROM (
        SELECT e.id, e.person, e.leaf, e.prev AS all_prev, e.seq AS all_seq, unnest(e.asset) AS asset,
               unnest(e.code) AS code, unnest(e.after) AS after, unnest(e.seq) AS seq,
               generate_subscripts(e.seq, 1) AS line
        FROM new_entry e
      ) x
      WHERE x.seq IS NOT NULL
    ) l
    LEFT JOIN LATERAL (SELECT a.balance, a.seq, a.head FROM ledger.account a
      WHERE a.person = l.person AND a.asset_id = l.asset AND a.code = l.code OFFSET 0) a ON true
    WHERE (l.after >= 0 AND a.seq = l.seq AND a.balance = l.after
      AND a.head = sha256('\x02'::bytea || l.prev || l.leaf || int4send(l.line))) IS NOT TRUE
    LIMIT 1;
  END IF;
  IF v_id IS NULL THEN
    -- Of each money the account 101 has what is owned, and how many lines the bill has.
    SELECT e.id, 'does not say what is owned after it' INTO v_id, v_why
    FROM (
      SELECT n.id, n.person, unnest(n.owned) AS owned, unnest(n.bill_seq) AS bill_seq,
             generate_subscripts(n.owned, 1) AS asset
      FROM new_entry n
    ) e
    LEFT JOIN LATERAL (SELECT a.owned, a.bill_seq FROM ledger.account a
      WHERE a.person = e.person AND a.asset_id = e.asset AND a.code = 101 OFFSET 0) a ON true
    WHERE e.owned IS NOT NULL AND (a.owned = e.owned AND a.bill_seq = e.bill_seq) IS NOT TRUE
    LIMIT 1;
  END IF;
  IF v_id IS NOT NULL THEN
    RAISE EXCEPTION 'entry % %', v_id, v_why USING ERRCODE = '23514', CONSTRAINT = 'entry_recounted';
  END IF;
  RETURN NULL;
END $$;
