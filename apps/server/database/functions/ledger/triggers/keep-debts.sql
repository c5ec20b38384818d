-- What the platform bears of a loss (a line out of 220) is a debt of its member. A line into 220 pays the debt that the
-- entry's ref begins with. An entry that moves nothing of its member names them by its source, or by its contract note.
CREATE OR REPLACE FUNCTION ledger.keep_debts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_owner text := (SELECT p.owner FROM ledger.person p WHERE p.id = NEW.person);
  v_asset text;
  v_amount bigint;
BEGIN
  SELECT a.name, sum(l.amount) INTO STRICT v_asset, v_amount
  FROM unnest(NEW.asset, NEW.code, NEW.amount) AS l (asset, code, amount)
  JOIN ledger.asset a ON a.id = l.asset
  WHERE l.code = 220 GROUP BY a.name;
  IF v_amount > 0 THEN
    UPDATE ledger.debt d SET remaining = d.remaining - v_amount
    WHERE d.uid = split_part(NEW.ref, ':', 1)::uuid AND d.owner = v_owner AND d.asset = v_asset;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% % pays no debt of its member', NEW.kind, NEW.ref USING ERRCODE = '23514';
    END IF;
    RETURN NULL;
  END IF;
  IF v_owner IS NULL AND NEW.kind = 'contract_note' THEN
    SELECT 'u:' || d.user_id INTO v_owner FROM trading.note_differences(ARRAY[NEW.ref]) d;
  ELSIF v_owner IS NULL THEN
    SELECT s.owner INTO v_owner FROM ledger.kind k JOIN ledger.source s ON s.type = k.source AND s.id = NEW.ref
    WHERE k.kind = NEW.kind;
  END IF;
  INSERT INTO ledger.debt (uid, owner, asset, mdate, amount, remaining)
  VALUES (NEW.uid, v_owner, v_asset, NEW.mdate, -v_amount, -v_amount);
  RETURN NULL;
END $$;
