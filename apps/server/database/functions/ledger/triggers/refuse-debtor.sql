-- Ends the transaction (KH007) in which a member who owes would spend money or take it out, with what is owed.
CREATE OR REPLACE FUNCTION ledger.refuse_debtor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_owner text;
  v_owed text;
BEGIN
  IF TG_RELID = 'ledger.hold'::regclass THEN
    v_owner := NEW.owner;
  ELSE
    SELECT p.owner INTO v_owner FROM ledger.person p WHERE p.id = NEW.person;
  END IF;
  SELECT json_build_object('asset', d.asset, 'amount', sum(d.remaining)::text)::text INTO v_owed
  FROM ledger.debt d WHERE d.owner = v_owner AND d.remaining > 0 GROUP BY d.asset ORDER BY d.asset LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a member who owes spends nothing' USING ERRCODE = 'KH007', DETAIL = v_owed;
  END IF;
  RETURN NEW;
END $$;
