-- Ends the transaction (KH003) while money is stopped: with the check that stopped it, and since when.
CREATE OR REPLACE FUNCTION ledger.refuse_new_movement() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_check text;
  v_since bigint;
BEGIN
  SELECT s.check_name, s.at_ms INTO v_check, v_since FROM ledger.books_stop s WHERE s.resumed_ms IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION 'no money moves until two people have recorded why'
      USING ERRCODE = 'KH003', DETAIL = json_build_object('check', v_check, 'since', v_since)::text;
  END IF;
END $$;
