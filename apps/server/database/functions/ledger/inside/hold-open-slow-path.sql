-- Opens a hold that is out of the ordinary: it may be impossible, an account may be missing, or unsettled shares are a
-- part of it. Shares come from what is settled first, then from what is not (BTST).
CREATE OR REPLACE FUNCTION ledger.hold_open_slow_path(
  p_id bigint, p_kind text, p_hold text, p_actor text, p_mdate text, p_owner text, p_asset text, p_amount bigint,
  p_expires_ms bigint, p_uid uuid, p_salt bytea, p_now bigint
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
  LOOP
    EXIT WHEN ledger.write_round(ARRAY[p_id], ARRAY[v_kind.number], v_kind.moves, v_kind.words, ARRAY[p_kind],
      ARRAY[p_hold], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_uid], ARRAY[p_salt], p_now,
      array_fill(1, ARRAY[cardinality(v_codes)]), ARRAY(SELECT generate_series(1, cardinality(v_codes))::smallint),
      array_fill(p_owner, ARRAY[cardinality(v_codes)]), array_fill(p_asset, ARRAY[cardinality(v_codes)]), v_codes,
      v_amounts);
    PERFORM ledger.account_of(p_owner, p_asset, n.code) FROM unnest(v_codes) AS n (code) ORDER BY n.code;
  END LOOP;
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = p_id;
  INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled, expires_ms)
  VALUES (p_hold, p_owner, p_asset, v_kind.frozen, p_amount, v_unsettled, p_expires_ms);
  RETURN v_receipt;
END $$;
