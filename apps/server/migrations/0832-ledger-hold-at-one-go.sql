-- runs as khara_ledger
-- A hold is one statement that reads and one that writes. What it costs to begin a statement, and to set up each function that an expression names, is most of what an
-- entry by itself costs.

-- Whether the kind opens holds and its rules let it move what a hold moves: asked once, when kind or rules change, and not of each hold.
ALTER TABLE ledger.kind ADD COLUMN opens boolean NOT NULL DEFAULT false;

CREATE FUNCTION ledger.keep_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.opens := coalesce(NEW.hold = 'open'
    AND ledger.move_number(NEW.number, NEW.free, -1) = ANY (NEW.moves) AND ledger.move_number(NEW.number, NEW.frozen, 1) = ANY (NEW.moves), false);
  RETURN NEW;
END $$;
CREATE TRIGGER opens BEFORE INSERT OR UPDATE ON ledger.kind FOR EACH ROW EXECUTE FUNCTION ledger.keep_opens();
ALTER TABLE ledger.kind ENABLE ALWAYS TRIGGER opens;
UPDATE ledger.kind SET moves = moves;

-- A hold of which something is out of the ordinary: it cannot be, an account is missing, or shares that have not settled are a part of it.
CREATE FUNCTION ledger.hold_open_otherwise(
  p_id bigint, p_kind text, p_hold text, p_actor text, p_mdate text, p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint,
  p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_kind ledger.kind;
  v_free bigint;
  v_unsettled bigint := 0;
  v_codes smallint[];
  v_amounts bigint[];
  v_receipt ledger.receipt;
BEGIN
  SELECT * INTO v_kind FROM ledger.kind k WHERE k.kind = p_kind;
  IF (v_kind.hold = 'open' AND p_amount > 0) IS NOT TRUE THEN
    PERFORM ledger.refuse(coalesce(p_kind, 'nothing') || ' opens no hold of ' || coalesce(p_amount::text, 'nothing'));
  END IF;
  IF v_kind.free = 120 THEN
    SELECT a.balance INTO v_free FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = 120;
    v_unsettled := greatest(0, p_amount - coalesce(v_free, 0));
  END IF;
  IF v_unsettled = 0 THEN
    v_codes := ARRAY[v_kind.free, v_kind.frozen];
    v_amounts := ARRAY[-p_amount, p_amount];
  ELSIF v_unsettled = p_amount THEN
    v_codes := ARRAY[122, v_kind.frozen];
    v_amounts := ARRAY[-p_amount, p_amount];
  ELSE
    v_codes := ARRAY[120, 122, v_kind.frozen];
    v_amounts := ARRAY[v_unsettled - p_amount, -v_unsettled, p_amount];
  END IF;
  v_receipt := ledger.write_one(p_id, v_kind.number, v_kind.moves, p_kind, p_hold, p_actor, p_mdate, p_owner,
    array_fill(p_owner, ARRAY[cardinality(v_codes)]), array_fill(p_asset, ARRAY[cardinality(v_codes)]), v_codes, v_amounts, p_uid, p_salt, p_now);
  INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled, expires_ms)
  VALUES (p_hold, p_owner, p_asset, v_kind.frozen, p_amount, v_unsettled, p_expires_ms);
  RETURN v_receipt;
END $$;

-- One text makes both functions: ledger.hold_open draws id, salt and instant itself, ledger.hold_open_exactly, which nobody may call, is given them and shows
-- in tests that the hashes are those of the specification. A call of the one by the other would cost as much as a statement.
DO $migration$
DECLARE
  c_body text := $body$
  v_noted bigint; -- the entry's number, where a request had to note it beforehand
  v_id bigint; v_at_ms bigint; v_leaf bytea;
  v_locked boolean; v_plain boolean; v_frozen smallint;
  v_from bigint; v_from_balance bigint; v_from_seq bigint; v_from_head bytea; v_from_label bytea; -- the account it comes from, after the entry but for the head
  v_into bigint; v_into_balance bigint; v_into_seq bigint; v_into_head bytea; v_into_label bytea;
  v_receipt ledger.receipt;
BEGIN
  IF p_idem IS NOT NULL THEN
    v_noted := nextval('ledger.entry_id_seq');
    v_receipt := ledger.earlier(p_idem, p_req, v_noted);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  v_locked := ledger.lock_user(p_owner); -- an assignment, since PERFORM would begin a statement
  SELECT k.opens AND p_amount > 0 AND f.balance >= p_amount AND pg_client_encoding() = 'UTF8', -- what a send function makes of a text is in the client's encoding
         coalesce(v_noted, nextval('ledger.entry_id_seq')), greatest(p_now, f.last_ms, t.last_ms), k.frozen,
         f.id, f.balance - p_amount, f.seq + 1, f.head, f.label, t.id, t.balance + p_amount, t.seq + 1, t.head, t.label
  INTO v_plain, v_id, v_at_ms, v_frozen,
       v_from, v_from_balance, v_from_seq, v_from_head, v_from_label, v_into, v_into_balance, v_into_seq, v_into_head, v_into_label
  FROM ledger.kind k
  JOIN ledger.account f ON f.owner = p_owner AND f.asset = p_asset AND f.code = k.free
  JOIN ledger.account t ON t.owner = p_owner AND t.asset = p_asset AND t.code = k.frozen
  WHERE k.kind = p_kind;
  IF v_plain IS NOT TRUE THEN
    RETURN ledger.hold_open_otherwise(coalesce(v_id, v_noted, nextval('ledger.entry_id_seq')), p_kind, p_hold, p_actor, p_mdate, p_owner, p_asset, p_amount, p_expires_ms,
      p_uid, p_salt, p_now);
  END IF;

  v_leaf := sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
    || uuid_send(p_uid) || substr(array_send(ARRAY[p_kind, p_hold, p_actor, p_mdate]), 21) -- after 20 bytes about the array: each text's length and bytes, as LP has them
    || int8send(v_at_ms) || p_salt || '\x00000002'::bytea
    || v_from_label || int8send(-p_amount) || int8send(v_from_balance) || int8send(v_from_seq) || v_from_head
    || v_into_label || int8send(p_amount) || int8send(v_into_balance) || int8send(v_into_seq) || v_into_head);
  WITH entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
    VALUES (v_id, p_uid, p_kind, p_hold, p_actor, p_mdate, v_at_ms, p_salt, 2, v_leaf)
  ), posting AS (
    INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
    VALUES (v_id, 1, v_from, p_asset, -p_amount, v_from_balance, v_from_seq, v_from_head), (v_id, 2, v_into, p_asset, p_amount, v_into_balance, v_into_seq, v_into_head)
  ), unsealed AS (
    INSERT INTO ledger.unsealed (source, id) VALUES ('e', v_id)
  ), hold AS (
    INSERT INTO ledger.hold (id, owner, asset, code, amount, expires_ms) VALUES (p_hold, p_owner, p_asset, v_frozen, p_amount, p_expires_ms)
  )
  UPDATE ledger.account a
  SET balance = CASE a.id WHEN v_from THEN v_from_balance ELSE v_into_balance END, seq = a.seq + 1, last_ms = v_at_ms,
      head = sha256('\x02'::bytea || a.head || v_leaf || CASE a.id WHEN v_from THEN '\x00000001'::bytea ELSE '\x00000002'::bytea END)
  WHERE a.id IN (v_from, v_into);
  RETURN ROW(v_id, p_uid, false, v_leaf, v_at_ms)::ledger.receipt;
END $body$;
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION ledger.hold_open(
      p_idem text, p_req bytea, p_kind text, p_hold text, p_actor text, p_mdate text,
      p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint DEFAULT NULL
    ) RETURNS ledger.receipt
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS %L
  $function$, $given$
DECLARE
  p_uid uuid := uuidv7();
  p_salt bytea := uuid_send(gen_random_uuid());
  p_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;$given$ || c_body);
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION ledger.hold_open_exactly(
      p_idem text, p_req bytea, p_kind text, p_hold text, p_actor text, p_mdate text,
      p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint, p_uid uuid, p_salt bytea, p_now bigint
    ) RETURNS ledger.receipt
    LANGUAGE plpgsql AS %L
  $function$, E'\nDECLARE' || c_body);
END $migration$;
