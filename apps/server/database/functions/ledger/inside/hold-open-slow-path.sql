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
  v_receipt := ledger.write_one(p_id, v_kind.number, v_kind.moves, p_kind, p_hold, p_actor, p_mdate, p_owner,
    array_fill(p_owner, ARRAY[cardinality(v_codes)]), array_fill(p_asset, ARRAY[cardinality(v_codes)]), v_codes,
    v_amounts, p_uid, p_salt, p_now);
  INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled, expires_ms)
  VALUES (p_hold, p_owner, p_asset, v_kind.frozen, p_amount, v_unsettled, p_expires_ms);
  RETURN v_receipt;
END $$;
