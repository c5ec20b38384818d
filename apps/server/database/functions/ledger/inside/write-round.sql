-- Writes the entries whose lines are given, at most one of each user. The users are locked. Entry i is described by
-- element i of the arrays up to p_salt; its lines have p_entry = i and are numbered by p_line. p_moves are the rules of
-- their kinds, p_words what the bill calls each. False when an account is missing: then nothing was written.
CREATE OR REPLACE FUNCTION ledger.write_round(
  p_id bigint[], p_number smallint[], p_moves int[], p_words text[], p_kind text[], p_ref text[], p_actor text[],
  p_mdate text[], p_uid uuid[], p_salt bytea[], p_now bigint,
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_missing boolean;
  v_bad text;
  v_stale boolean;
BEGIN
  WITH line AS MATERIALIZED (
    SELECT n.entry, n.line, n.asset, n.code, n.amount, s.id AS asset_id, a.id, a.person, a.owner AS tracked_owner,
           a.last_ms, a.seq + 1 AS seq, a.head AS prev, m.place IS NOT NULL AS allowed, p_words[m.place] AS word,
           CASE WHEN a.id IS NOT NULL THEN CASE WHEN a.balance + n.amount >= 0 THEN a.balance + n.amount
             ELSE ledger.raise_insufficient(a.asset, a.code) END END AS after,
           CASE WHEN a.id IS NOT NULL
             THEN a.label || int8send(n.amount) || int8send(a.balance + n.amount) || int8send(a.seq + 1) || a.head
             ELSE ledger.lp(n.owner) || ledger.lp(n.asset) || int4send(n.code) || int8send(n.amount)
               || decode(repeat('00', 48), 'hex') END AS bytes,
           (s.id IS NULL OR c.code IS NULL OR CASE WHEN c.tracked THEN a.id IS NULL ELSE n.owner <> c.owner
             OR (c.holds <> 'any' AND (c.holds = 'shares') <> (n.asset LIKE 'EQ:%')) END) AS missing
    FROM unnest(p_entry, p_line, p_owner, p_asset, p_code, p_amount) AS n (entry, line, owner, asset, code, amount)
    LEFT JOIN ledger.chart c ON c.code = n.code
    LEFT JOIN ledger.asset s ON s.name = n.asset
    LEFT JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
    CROSS JOIN LATERAL (
      SELECT array_position(p_moves, ledger.move_number(p_number[n.entry], n.code, n.amount)) AS place
    ) m
  ), verdict AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM line l WHERE l.missing) AS missing, coalesce(
      (SELECT p_kind[l.entry] || ' ' || p_ref[l.entry] || ' may not touch these accounts' FROM line l GROUP BY l.entry
        HAVING NOT bool_and(l.allowed) OR min(l.person) IS DISTINCT FROM max(l.person) LIMIT 1),
      (SELECT p_kind[l.entry] || ' ' || p_ref[l.entry] || ' does not balance' FROM line l GROUP BY l.entry, l.asset
        HAVING sum(l.amount) <> 0 LIMIT 1),
      (SELECT p_kind[l.entry] || ' ' || p_ref[l.entry] || ' changes what is owned without a word on the bill'
        FROM line l WHERE l.asset_id <= 2 GROUP BY l.entry, l.asset
        HAVING coalesce(sum(l.amount) FILTER (WHERE l.code BETWEEN 101 AND 105), 0) <> 0
          AND sum(l.amount) FILTER (WHERE l.code BETWEEN 101 AND 105)
            IS DISTINCT FROM -sum(l.amount) FILTER (WHERE l.word IS NOT NULL) LIMIT 1)
    ) AS bad
  ), leaf AS MATERIALIZED (
    SELECT x.*, sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
             || uuid_send(x.uid) || int4send(octet_length(x.kind)) || convert_to(x.kind, 'UTF8')
             || int4send(octet_length(x.ref)) || convert_to(x.ref, 'UTF8') || int4send(octet_length(x.actor))
               || convert_to(x.actor, 'UTF8')
             || int4send(octet_length(x.mdate)) || convert_to(x.mdate, 'UTF8') || int8send(x.at_ms) || x.salt
               || int4send(x.lines) || x.bytes) AS leaf
    FROM (
      SELECT l.entry, p_id[l.entry] AS id, p_uid[l.entry] AS uid, p_kind[l.entry] AS kind, p_ref[l.entry] AS ref,
             p_actor[l.entry] AS actor, p_mdate[l.entry] AS mdate, p_salt[l.entry] AS salt,
             greatest(p_now, max(l.last_ms)) AS at_ms, count(*)::int AS lines, coalesce(max(l.person), 0) AS person,
             max(l.tracked_owner) AS owner, string_agg(l.bytes, ''::bytea ORDER BY l.line) AS bytes,
             array_agg(l.asset_id ORDER BY l.line) AS asset, array_agg(l.code ORDER BY l.line) AS code,
             array_agg(l.amount ORDER BY l.line) AS amount, array_agg(l.after ORDER BY l.line) AS after,
             array_agg(l.seq ORDER BY l.line) AS seq,
             coalesce(string_agg(l.prev::bytea, ''::bytea ORDER BY l.line), ''::bytea) AS prev
      -- with an account missing, or anything wrong, nothing is written
      FROM line l WHERE (SELECT NOT v.missing AND v.bad IS NULL FROM verdict v) GROUP BY l.entry
    ) x
  ), change AS MATERIALIZED (
    -- What is owned of a money, and the lines of the bill that say so.
    SELECT w.entry, w.asset_id, w.amount, h.id, h.owned + w.amount AS owned, h.bill_seq + w.words AS bill_seq
    FROM (
      SELECT l.entry, l.asset, l.asset_id, sum(l.amount) FILTER (WHERE l.code BETWEEN 101 AND 105)::bigint AS amount,
             count(DISTINCT l.word) AS words
      FROM line l WHERE l.asset_id <= 2 GROUP BY l.entry, l.asset, l.asset_id
      HAVING sum(l.amount) FILTER (WHERE l.code BETWEEN 101 AND 105) <> 0
    ) w
    JOIN leaf x ON x.entry = w.entry
    LEFT JOIN ledger.account h ON h.owner = x.owner AND h.asset = w.asset AND h.code = 101
  ), money AS (
    SELECT c.entry,
           CASE WHEN max(c.asset_id) = 1 THEN ARRAY[max(c.owned)] ELSE ARRAY[max(c.owned) FILTER (WHERE c.asset_id = 1),
             max(c.owned) FILTER (WHERE c.asset_id = 2)] END AS owned,
           CASE WHEN max(c.asset_id) = 1 THEN ARRAY[max(c.bill_seq)] ELSE ARRAY[max(c.bill_seq)
             FILTER (WHERE c.asset_id = 1), max(c.bill_seq) FILTER (WHERE c.asset_id = 2)] END AS bill_seq
    FROM change c GROUP BY c.entry
  ), touched AS MATERIALIZED (
    SELECT coalesce(l.id, c.id) AS id, l.line, l.amount, l.after, l.seq, l.prev, l.leaf, l.at_ms,
           c.amount AS owned_amount, c.owned, c.bill_seq
    FROM (SELECT l.*, x.leaf, x.at_ms FROM line l JOIN leaf x ON x.entry = l.entry WHERE l.id IS NOT NULL) l
    FULL JOIN change c ON c.id = l.id
  ), entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, leaf, person, asset, code, amount, after,
      seq, prev, owned, bill_seq) OVERRIDING SYSTEM VALUE
    SELECT x.id, x.uid, x.kind, x.ref, x.actor, x.mdate, x.at_ms, x.salt, x.leaf, x.person, x.asset, x.code, x.amount,
      x.after, x.seq, x.prev, m.owned, m.bill_seq
    FROM leaf x LEFT JOIN money m ON m.entry = x.entry
  ), account AS (
    -- Only from where it was read: whatever wrote beside the lock would be seen here.
    UPDATE ledger.account a
    SET balance = coalesce(t.after, a.balance), seq = coalesce(t.seq, a.seq), last_ms = coalesce(t.at_ms, a.last_ms),
        head = CASE WHEN t.line IS NULL THEN a.head
          ELSE sha256('\x02'::bytea || t.prev || t.leaf || int4send(t.line)) END,
        owned = coalesce(t.owned, a.owned), bill_seq = coalesce(t.bill_seq, a.bill_seq)
    FROM touched t
    WHERE a.id = t.id AND (t.line IS NULL OR (a.seq = t.seq - 1 AND a.head = t.prev AND a.balance = t.after - t.amount))
      AND (t.owned IS NULL OR a.owned = t.owned - t.owned_amount)
    RETURNING a.id
  )
  SELECT v.missing, v.bad, (SELECT count(*) FROM account) <> (SELECT count(*) FROM touched)
  INTO v_missing, v_bad, v_stale FROM verdict v;
  IF v_missing THEN
    RETURN false;
  END IF;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad);
  END IF;
  IF v_stale THEN
    RAISE EXCEPTION 'an account is named twice, or changed meanwhile' USING ERRCODE = 'KH002';
  END IF;
  RETURN true;
END $$;
