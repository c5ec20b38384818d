-- Writes the entries whose lines are given, at most one of each user. The users are locked. Entry i is described by
-- element i of the arrays up to p_salt; its lines have p_entry = i and are numbered by p_line. False when an account is
-- missing: then nothing was written.
CREATE OR REPLACE FUNCTION ledger.write_round(
  p_id bigint[], p_number smallint[], p_moves int[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[],
  p_uid uuid[], p_salt bytea[], p_now bigint,
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_missing boolean;
  v_bad text;
BEGIN
  WITH line AS MATERIALIZED (
    SELECT n.entry, n.line, n.amount, a.id, a.asset, a.tracked, a.last_ms,
           CASE WHEN a.tracked THEN a.owner END AS tracked_owner,
           CASE WHEN a.tracked THEN CASE WHEN a.balance + n.amount >= a.floor THEN a.balance + n.amount
             ELSE ledger.raise_insufficient(a.asset, a.code) END END AS after,
           CASE WHEN a.tracked THEN a.seq + 1 END AS seq,
           CASE WHEN a.tracked THEN a.head END AS prev,
           a.label || int8send(n.amount)
             || CASE WHEN a.tracked THEN int8send(a.balance + n.amount) || int8send(a.seq + 1)
               ELSE '\x00000000000000000000000000000000'::bytea END
             || a.head AS bytes,
           ledger.move_number(p_number[n.entry], n.code, n.amount) = ANY (p_moves) AS allowed
    FROM unnest(p_entry, p_line, p_owner, p_asset, p_code, p_amount) AS n (entry, line, owner, asset, code, amount)
    LEFT JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
  ), leaf AS MATERIALIZED (
    SELECT x.*, sha256('\x000000000d6b686172612f656e7472792f31'::bytea
             || uuid_send(x.uid) || int4send(octet_length(x.kind)) || convert_to(x.kind, 'UTF8')
             || int4send(octet_length(x.ref)) || convert_to(x.ref, 'UTF8') || int4send(octet_length(x.actor))
               || convert_to(x.actor, 'UTF8')
             || int4send(octet_length(x.mdate)) || convert_to(x.mdate, 'UTF8') || int8send(x.at_ms) || x.salt
               || int4send(x.lines) || x.bytes) AS leaf
    FROM (
      SELECT l.entry, p_id[l.entry] AS id, p_uid[l.entry] AS uid, p_kind[l.entry] AS kind, p_ref[l.entry] AS ref,
             p_actor[l.entry] AS actor,
             p_mdate[l.entry] AS mdate, p_salt[l.entry] AS salt, greatest(p_now, max(l.last_ms)) AS at_ms,
             count(*)::int AS lines,
             string_agg(l.bytes, ''::bytea ORDER BY l.line) AS bytes,
             bool_and(l.allowed IS TRUE) AND min(l.tracked_owner) IS NOT DISTINCT FROM max(l.tracked_owner) AS allowed
      -- with an account missing nothing is written
      FROM line l WHERE NOT EXISTS (SELECT FROM line m WHERE m.id IS NULL) GROUP BY l.entry
    ) x
  ), entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
    SELECT x.id, x.uid, x.kind, x.ref, x.actor, x.mdate, x.at_ms, x.salt, x.lines, x.leaf FROM leaf x
  ), posting AS (
    INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
    SELECT p_id[l.entry], l.line, l.id, l.asset, l.amount, l.after, l.seq, l.prev FROM line l
    WHERE NOT EXISTS (SELECT FROM line m WHERE m.id IS NULL)
  ), account AS (
    UPDATE ledger.account a
    SET balance = l.after, seq = l.seq, head = sha256('\x02'::bytea || l.prev || x.leaf || int4send(l.line)),
      last_ms = x.at_ms
    FROM line l JOIN leaf x ON x.entry = l.entry WHERE a.id = l.id AND l.tracked
  )
  SELECT EXISTS (SELECT FROM line l WHERE l.id IS NULL), coalesce(
    (SELECT x.kind || ' ' || x.ref || ' may not touch these accounts' FROM leaf x WHERE NOT x.allowed LIMIT 1),
    (SELECT p_kind[l.entry] || ' ' || p_ref[l.entry] || ' does not balance' FROM line l GROUP BY l.entry, l.asset
      HAVING sum(l.amount) <> 0 LIMIT 1)
  ) INTO v_missing, v_bad;
  IF v_bad IS NOT NULL AND NOT v_missing THEN
    PERFORM ledger.refuse(v_bad);
  END IF;
  RETURN NOT v_missing;
END $$;
