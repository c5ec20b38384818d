-- Refuses lines that name a frozen account: those change together with a hold only. An entry that uses a hold could
-- otherwise take away more than the hold says. The codes stand here so that no batch looks them up in ledger.chart
-- (rights.test.ts compares).
CREATE OR REPLACE FUNCTION ledger.refuse_frozen(p_code smallint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_code && '{102,103,104,105,121}'::smallint[] THEN
    PERFORM ledger.refuse('a frozen account is moved by what is captured and released of a hold');
  END IF;
END $$;
