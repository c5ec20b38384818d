-- Freezes money or shares: opens hold p_hold by an entry of kind p_kind, whose ref it is. p_expires_ms says when the
-- caller will have ended it. What is held is nearly always one account's, whole: that is one statement that reads and
-- one that writes, since beginning a statement is most of what an entry costs. Everything else goes through
-- ledger.hold_open_slow_path. Each declared variable costs too, so id, salt and instant are made by the statement that
-- reads.
CREATE OR REPLACE FUNCTION ledger.hold_open(
  p_idem text, p_req bytea, p_kind text, p_hold text, p_actor text, p_mdate text,
  p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint DEFAULT NULL
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off AS $$
DECLARE
  v_noted bigint; -- the entry's number, where a request had to note it beforehand
  v_id bigint; v_uid uuid; v_salt bytea; v_at_ms bigint; v_leaf bytea;
  v_locked boolean; v_plain boolean; v_free smallint; v_frozen smallint; v_person int; v_asset int;
  -- the account it comes from, after the entry but for the head
  v_from bigint; v_from_balance bigint; v_from_seq bigint; v_from_head bytea; v_from_label bytea;
  v_into bigint; v_into_balance bigint; v_into_seq bigint; v_into_head bytea; v_into_label bytea;
BEGIN
  v_locked := ledger.lock_user(p_owner); -- an assignment, since PERFORM would begin a statement
  IF p_idem IS NOT NULL THEN
    DECLARE
      v_receipt ledger.receipt;
    BEGIN
      v_noted := ledger.next_entry_id();
      v_receipt := ledger.find_earlier_request(p_idem, p_req, v_noted);
      IF v_receipt.entry_id IS NOT NULL THEN
        RETURN v_receipt;
      END IF;
    END;
  END IF;
  -- what a send function makes of a text is in the client's encoding
  SELECT k.opens AND p_amount > 0 AND f.balance >= p_amount AND pg_client_encoding() = 'UTF8',
         coalesce(v_noted, ledger.next_entry_id()), uuidv7(), uuid_send(gen_random_uuid()),
         greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, f.last_ms, t.last_ms), k.free, k.frozen,
         f.person, f.asset_id,
         f.id, f.balance - p_amount, f.seq + 1, f.head, f.label, t.id, t.balance + p_amount, t.seq + 1, t.head, t.label
  INTO v_plain, v_id, v_uid, v_salt, v_at_ms, v_free, v_frozen, v_person, v_asset,
       v_from, v_from_balance, v_from_seq, v_from_head, v_from_label, v_into, v_into_balance, v_into_seq, v_into_head,
       v_into_label
  FROM ledger.kind k
  JOIN ledger.account f ON f.owner = p_owner AND f.asset = p_asset AND f.code = k.free
  JOIN ledger.account t ON t.owner = p_owner AND t.asset = p_asset AND t.code = k.frozen
  WHERE k.kind = p_kind;
  IF v_plain IS NOT TRUE THEN
    RETURN ledger.hold_open_slow_path(coalesce(v_id, v_noted, ledger.next_entry_id()), p_kind, p_hold, p_actor,
      p_mdate, p_owner, p_asset, p_amount, p_expires_ms, uuidv7(), uuid_send(gen_random_uuid()),
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  END IF;

  v_leaf := sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
    -- after 20 bytes about the array: each text's length and bytes, as LP has them
    || uuid_send(v_uid) || substr(array_send(ARRAY[p_kind, p_hold, p_actor, p_mdate]), 21)
    || int8send(v_at_ms) || v_salt || '\x00000002'::bytea
    || v_from_label || int8send(-p_amount) || int8send(v_from_balance) || int8send(v_from_seq) || v_from_head
    || v_into_label || int8send(p_amount) || int8send(v_into_balance) || int8send(v_into_seq) || v_into_head);
  WITH entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, leaf, person, asset, code, amount, after,
      seq, prev) OVERRIDING SYSTEM VALUE
    VALUES (v_id, v_uid, p_kind, p_hold, p_actor, p_mdate, v_at_ms, v_salt, v_leaf, v_person, ARRAY[v_asset, v_asset],
      ARRAY[v_free, v_frozen], ARRAY[-p_amount, p_amount], ARRAY[v_from_balance, v_into_balance],
      ARRAY[v_from_seq, v_into_seq], v_from_head || v_into_head)
  ), hold AS (
    INSERT INTO ledger.hold (id, owner, asset, code, amount, expires_ms)
      VALUES (p_hold, p_owner, p_asset, v_frozen, p_amount, p_expires_ms)
  )
  -- Only from where they were read: the second count compares the accounts with the entry.
  UPDATE ledger.account a
  SET balance = a.balance + CASE a.id WHEN v_from THEN -p_amount ELSE p_amount END, seq = a.seq + 1, last_ms = v_at_ms,
      head = sha256('\x02'::bytea || a.head || v_leaf
        || CASE a.id WHEN v_from THEN '\x00000001'::bytea ELSE '\x00000002'::bytea END)
  WHERE a.id IN (v_from, v_into);
  RETURN ROW(v_id, v_uid, false, v_leaf, v_at_ms)::ledger.receipt;
END $$;
