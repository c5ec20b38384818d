-- Ends an entry that a balance cannot bear. The domain of balances would refuse it too, but not say which asset.
CREATE OR REPLACE FUNCTION ledger.raise_insufficient(p_asset text, p_code smallint) RETURNS bigint
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % has too little %', p_code, p_asset
    USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = p_asset;
END $$;
