-- runs as khara_ledger
-- The second count looked for an entry's lines by reading every posting there was: a plan that a connection made while the table was small, and kept.
-- A hold is written with less.

-- However small the table was when the plan was made.
ALTER FUNCTION ledger.recount_entry() SET enable_seqscan = off;

-- Nobody looks holds up by their owner, and its predicate named what a capture or a release changes: each of them wrote both indexes anew.
DROP INDEX ledger.hold_open;

-- As in 0004, where its comment is. What is held is nearly always one account's, whole: then both accounts come with the kind, and the rows are written
-- as they are. Only a sale of shares that are not all settled goes through ledger.write_one.
CREATE OR REPLACE FUNCTION ledger.hold_open_exactly(
  p_idem text, p_req bytea, p_kind text, p_hold text, p_actor text, p_mdate text,
  p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint, p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_locked boolean;
  v_opens boolean; v_number smallint; v_moves int[]; v_free smallint; v_frozen smallint;
  v_from bigint; v_from_balance bigint; v_from_seq bigint; v_from_head bytea; v_from_label bytea; -- the account it comes from, after the entry but for the head
  v_into bigint; v_into_balance bigint; v_into_seq bigint; v_into_head bytea; v_into_label bytea;
  v_at_ms bigint;
  v_leaf bytea;
  v_unsettled bigint := 0;
  v_receipt ledger.receipt;
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  v_locked := ledger.lock_user(p_owner);
  LOOP
    SELECT k.hold = 'open', k.number, k.moves, k.free, k.frozen, greatest(p_now, f.last_ms, t.last_ms),
           f.id, f.balance - p_amount, f.seq + 1, f.head, f.label, t.id, t.balance + p_amount, t.seq + 1, t.head, t.label
    INTO v_opens, v_number, v_moves, v_free, v_frozen, v_at_ms,
         v_from, v_from_balance, v_from_seq, v_from_head, v_from_label, v_into, v_into_balance, v_into_seq, v_into_head, v_into_label
    FROM ledger.kind k
    LEFT JOIN ledger.account f ON f.owner = p_owner AND f.asset = p_asset AND f.code = k.free
    LEFT JOIN ledger.account t ON t.owner = p_owner AND t.asset = p_asset AND t.code = k.frozen
    WHERE k.kind = p_kind;
    IF (v_opens AND p_amount > 0) IS NOT TRUE THEN
      PERFORM ledger.refuse(coalesce(p_kind, 'nothing') || ' opens no hold of ' || coalesce(p_amount::text, 'nothing'));
    END IF;
    IF v_free = 120 THEN
      v_unsettled := greatest(0, coalesce(-v_from_balance, p_amount));
    END IF;
    EXIT WHEN v_unsettled > 0 OR v_from IS NOT NULL AND v_into IS NOT NULL;
    PERFORM ledger.account_of(p_owner, p_asset, n.code) FROM unnest(ARRAY[v_free, v_frozen]) AS n (code);
  END LOOP;

  IF v_unsettled > 0 THEN
    IF v_unsettled = p_amount THEN
      v_receipt := ledger.write_one(v_id, v_number, v_moves, p_kind, p_hold, p_actor, p_mdate, p_owner, ARRAY[p_owner, p_owner], ARRAY[p_asset, p_asset],
        ARRAY[122, 121]::smallint[], ARRAY[-p_amount, p_amount], p_uid, p_salt, p_now);
    ELSE
      v_receipt := ledger.write_one(v_id, v_number, v_moves, p_kind, p_hold, p_actor, p_mdate, p_owner, ARRAY[p_owner, p_owner, p_owner], ARRAY[p_asset, p_asset, p_asset],
        ARRAY[120, 122, 121]::smallint[], ARRAY[v_unsettled - p_amount, -v_unsettled, p_amount], p_uid, p_salt, p_now);
    END IF;
  ELSE
    IF v_from_balance < 0 THEN
      PERFORM ledger.too_little(p_asset, v_free);
    END IF;
    IF (ledger.move_number(v_number, v_free, -p_amount) = ANY (v_moves) AND ledger.move_number(v_number, v_frozen, p_amount) = ANY (v_moves)) IS NOT TRUE THEN
      PERFORM ledger.refuse(p_kind || ' ' || p_hold || ' may not move accounts ' || v_free || ' and ' || v_frozen);
    END IF;
    v_leaf := sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
      || uuid_send(p_uid) || int4send(octet_length(p_kind)) || convert_to(p_kind, 'UTF8')
      || int4send(octet_length(p_hold)) || convert_to(p_hold, 'UTF8') || int4send(octet_length(p_actor)) || convert_to(p_actor, 'UTF8')
      || int4send(octet_length(p_mdate)) || convert_to(p_mdate, 'UTF8') || int8send(v_at_ms) || p_salt || '\x00000002'::bytea
      || v_from_label || int8send(-p_amount) || int8send(v_from_balance) || int8send(v_from_seq) || v_from_head
      || v_into_label || int8send(p_amount) || int8send(v_into_balance) || int8send(v_into_seq) || v_into_head);
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
    VALUES (v_id, p_uid, p_kind, p_hold, p_actor, p_mdate, v_at_ms, p_salt, 2, v_leaf);
    INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
    VALUES (v_id, 1, v_from, p_asset, -p_amount, v_from_balance, v_from_seq, v_from_head), (v_id, 2, v_into, p_asset, p_amount, v_into_balance, v_into_seq, v_into_head);
    UPDATE ledger.account a
    SET balance = CASE a.id WHEN v_from THEN v_from_balance ELSE v_into_balance END, seq = a.seq + 1, last_ms = v_at_ms,
        head = sha256('\x02'::bytea || a.head || v_leaf || CASE a.id WHEN v_from THEN '\x00000001'::bytea ELSE '\x00000002'::bytea END)
    WHERE a.id IN (v_from, v_into);
    INSERT INTO ledger.unsealed (source, id) VALUES ('e', v_id);
    v_receipt := ROW(v_id, p_uid, false, v_leaf, v_at_ms);
  END IF;
  INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled, expires_ms)
  VALUES (p_hold, p_owner, p_asset, v_frozen, p_amount, v_unsettled, p_expires_ms);
  RETURN v_receipt;
END $$;
ALTER FUNCTION ledger.hold_open(text, bytea, text, text, text, text, text, text, bigint, bigint) SET enable_seqscan = off;

-- As in 0704, where their comments are: what is the same for every line is looked up once.
CREATE OR REPLACE FUNCTION ledger.check_sources(
  p_kind text[], p_ref text[], p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  SELECT min(x.kind || ' ' || x.ref) INTO v_bad
  FROM (
    SELECT e.kind, e.ref
    FROM unnest(p_kind, p_ref) WITH ORDINALITY AS e (kind, ref, n)
    JOIN ledger.kind k ON k.kind = e.kind AND k.source IS NOT NULL
    -- Asked with both halves of the key: there is nothing for the planner to choose.
    LEFT JOIN LATERAL (SELECT * FROM ledger.source f WHERE f.type = k.source AND f.id = e.ref OFFSET 0) s ON s.purpose IS NULL OR s.purpose = e.kind
    JOIN (
      SELECT n.*, n.code = ANY (ARRAY(SELECT c.code FROM ledger.chart c WHERE c.outside)) AS outside, n.owner LIKE 'u:%' AS tracked
      FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) AS n (entry, owner, asset, code, amount)
    ) l ON l.entry = e.n
    GROUP BY e.n, e.kind, e.ref, k.legs, s.id, s.owner, s.asset, s.amount, s.other_asset, s.other_amount
    HAVING s.id IS NULL OR count(*) FILTER (WHERE l.outside) <> k.legs
      OR count(*) FILTER (WHERE l.outside AND abs(l.amount) = CASE l.asset WHEN s.asset THEN s.amount WHEN s.other_asset THEN s.other_amount END) <> k.legs
      OR max(l.owner) FILTER (WHERE l.tracked) <> s.owner
  ) x;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ': there is no source that says so');
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ledger.write_bill(
  p_id bigint[], p_kind text[], p_ref text[], p_mdate text[],
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_unexplained bigint;
BEGIN
  WITH rule AS MATERIALIZED (
    SELECT r.kind, r.code, r.sign, r.business_type FROM ledger.rule r WHERE r.kind = ANY (p_kind) AND r.business_type IS NOT NULL
  ), line AS MATERIALIZED (
    SELECT n.entry, n.line, n.owner, n.asset, n.code, n.amount, r.business_type
    FROM unnest(p_entry, p_line, p_owner, p_asset, p_code, p_amount) AS n (entry, line, owner, asset, code, amount)
    LEFT JOIN rule r ON r.kind = p_kind[n.entry] AND r.code = n.code AND r.sign = CASE WHEN n.amount > 0 THEN 1 ELSE -1 END
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
    INSERT INTO ledger.bill_line (owner, asset, seq, entry_id, line, business_type, amount, before, after, at_ms, mdate, ref)
    SELECT b.owner, b.asset, b.seq, b.id, b.line, b.business_type, b.amount, b.after - b.amount, b.after, b.at_ms, p_mdate[b.entry], p_ref[b.entry] FROM bill b
    RETURNING entry_id, asset, amount
  )
  SELECT count(*) INTO v_unexplained
  FROM change c LEFT JOIN (SELECT w.entry_id, w.asset, sum(w.amount) AS amount FROM written w GROUP BY w.entry_id, w.asset) w ON w.entry_id = p_id[c.entry] AND w.asset = c.asset
  WHERE c.amount IS DISTINCT FROM w.amount;
  IF v_unexplained > 0 THEN
    PERFORM ledger.refuse('an entry changes what is owned without a word on the bill');
  END IF;
END $$;
