-- Writes one entry over accounts of user p_owner, who is locked, of the platform and of the outside. Everything happens
-- in one statement: beginning a statement is most of what an entry costs. ledger.write_round does the same for many.
CREATE OR REPLACE FUNCTION ledger.write_one(
  p_id bigint, p_number smallint, p_moves int[], p_kind text, p_ref text, p_actor text, p_mdate text,
  p_user text, p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[],
  p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v record;
BEGIN
  LOOP
    WITH line AS MATERIALIZED (
      SELECT n.line::smallint AS line, n.amount, a.id, a.asset, a.tracked, a.last_ms,
             CASE WHEN a.tracked THEN CASE WHEN a.balance + n.amount >= a.floor THEN a.balance + n.amount
               ELSE ledger.raise_insufficient(a.asset, a.code) END END AS after,
             CASE WHEN a.tracked THEN a.seq + 1 END AS seq,
             CASE WHEN a.tracked THEN a.head END AS prev,
             a.label || int8send(n.amount)
               || CASE WHEN a.tracked THEN int8send(a.balance + n.amount) || int8send(a.seq + 1)
                 ELSE '\x00000000000000000000000000000000'::bytea END
               || a.head AS bytes,
             ledger.move_number(p_number, n.code, n.amount) = ANY (p_moves)
               AND (NOT a.tracked OR a.owner = p_user) AS allowed
      FROM unnest(p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (owner, asset, code, amount, line)
      LEFT JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
      ORDER BY n.line
    ), leaf AS MATERIALIZED (
      SELECT x.*, sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
               || uuid_send(p_uid) || int4send(octet_length(p_kind)) || convert_to(p_kind, 'UTF8')
               || int4send(octet_length(p_ref)) || convert_to(p_ref, 'UTF8') || int4send(octet_length(p_actor))
                 || convert_to(p_actor, 'UTF8')
               || int4send(octet_length(p_mdate)) || convert_to(p_mdate, 'UTF8') || int8send(x.at_ms) || p_salt
                 || int4send(x.lines) || x.bytes) AS leaf
      FROM (
        SELECT greatest(p_now, max(l.last_ms)) AS at_ms, count(*)::int AS lines,
               string_agg(l.bytes, ''::bytea) AS bytes,
               bool_and(l.allowed IS TRUE) AS allowed,
               sum(l.amount) FILTER (WHERE l.asset = p_asset[1]) AS total, bool_and(l.asset = p_asset[1]) AS one_asset
        FROM line l
        HAVING count(l.id) = count(*) -- with an account missing nothing is written
      ) x
    ), entry AS (
      INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
      SELECT p_id, p_uid, p_kind, p_ref, p_actor, p_mdate, x.at_ms, p_salt, x.lines, x.leaf FROM leaf x
    ), posting AS (
      INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
      SELECT p_id, l.line, l.id, l.asset, l.amount, l.after, l.seq, l.prev FROM leaf x, line l
    ), account AS (
      UPDATE ledger.account a
      SET balance = l.after, seq = l.seq, head = sha256('\x02'::bytea || l.prev || x.leaf || int4send(l.line)),
        last_ms = x.at_ms
      FROM leaf x, line l WHERE a.id = l.id AND l.tracked
    )
    SELECT x.leaf, x.at_ms, x.allowed, x.total, x.one_asset INTO v FROM leaf x;
    EXIT WHEN v.leaf IS NOT NULL;
    PERFORM ledger.account_of(n.owner, n.asset, n.code) FROM unnest(p_owner, p_asset, p_code) AS n (owner, asset, code)
      ORDER BY n.owner, n.asset, n.code;
  END LOOP;

  IF NOT v.allowed THEN
    PERFORM ledger.refuse(p_kind || ' ' || p_ref || ' may not move ' || p_amount::text || ' of accounts '
      || p_code::text || ' of ' || p_owner::text);
  END IF;
  IF v.total <> 0 THEN
    PERFORM ledger.refuse(p_kind || ' ' || p_ref || ' does not balance');
  END IF;
  IF NOT v.one_asset THEN
    PERFORM ledger.refuse(p_kind || ' ' || p_ref || ' does not balance')
      FROM unnest(p_asset, p_amount) AS n (asset, amount) GROUP BY n.asset HAVING sum(n.amount) <> 0;
  END IF;
  RETURN ROW(p_id, p_uid, false, v.leaf, v.at_ms)::ledger.receipt;
END $$;
