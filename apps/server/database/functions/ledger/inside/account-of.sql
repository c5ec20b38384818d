-- The account of an owner, an asset and a code, made when it is missing. Safe to call from many transactions at once.
CREATE OR REPLACE FUNCTION ledger.account_of(p_owner text, p_asset text, p_code smallint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  SELECT a.id INTO v_id FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = p_code;
  IF v_id IS NOT NULL THEN
    RETURN v_id;
  END IF;
  INSERT INTO ledger.account (owner, asset, code, tracked, floor, label)
  SELECT p_owner, p_asset, c.code, c.tracked, CASE WHEN c.owner = 'u' THEN 0 END,
         ledger.lp(p_owner) || ledger.lp(p_asset) || int4send(c.code)
  FROM ledger.chart c
  WHERE c.code = p_code AND c.owner = left(p_owner, 1)
    AND (c.holds = 'any' OR (c.holds = 'shares') = (p_asset LIKE 'EQ:%'))
    AND p_owner ~ '^(p|x|u:[A-Za-z0-9_-]{1,40})$' AND p_asset ~ '^(INR|USDT|EQ:[A-Z0-9]{1,20})$'
  ON CONFLICT DO NOTHING; -- waits for another who is making it
  SELECT a.id INTO v_id FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = p_code;
  IF v_id IS NULL THEN
    RAISE EXCEPTION 'the chart of accounts has no % for % of %', p_code, p_asset, p_owner USING ERRCODE = 'KH002';
  END IF;
  RETURN v_id;
END $$;
