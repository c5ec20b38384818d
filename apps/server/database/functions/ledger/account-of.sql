-- The account of a user, an asset and a code, made when it is missing, with the numbers of both. Safe to call from many
-- transactions at once. 0 for one of the platform or the outside: only its asset gets a number. The account 101 of a
-- money keeps what is owned of it, so it is made with each of the others.
CREATE OR REPLACE FUNCTION ledger.account_of(p_owner text, p_asset text, p_code smallint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_tracked boolean;
  v_id bigint;
BEGIN
  SELECT c.tracked INTO v_tracked
  FROM ledger.chart c
  WHERE c.code = p_code AND c.owner = left(p_owner, 1)
    AND (c.holds = 'any' OR (c.holds = 'shares') = (p_asset LIKE 'EQ:%'))
    AND p_owner ~ '^(p|x|u:[A-Za-z0-9_-]{1,40})$' AND p_asset ~ '^(INR|USDT|EQ:[A-Z0-9]{1,20})$';
  IF v_tracked IS NULL THEN
    RAISE EXCEPTION 'the chart of accounts has no % for % of %', p_code, p_asset, p_owner USING ERRCODE = 'KH002';
  END IF;
  -- ON CONFLICT waits for another who is making the same.
  INSERT INTO ledger.asset (name)
  SELECT p_asset WHERE NOT EXISTS (SELECT FROM ledger.asset s WHERE s.name = p_asset)
  ON CONFLICT DO NOTHING;
  IF NOT v_tracked THEN
    RETURN 0;
  END IF;
  IF p_code BETWEEN 102 AND 105 THEN
    PERFORM ledger.account_of(p_owner, p_asset, 101::smallint);
  END IF;
  INSERT INTO ledger.person (owner)
  SELECT p_owner WHERE NOT EXISTS (SELECT FROM ledger.person p WHERE p.owner = p_owner)
  ON CONFLICT DO NOTHING;
  INSERT INTO ledger.account (owner, asset, code, person, asset_id, label)
  SELECT p_owner, p_asset, p_code, p.id, s.id, ledger.lp(p_owner) || ledger.lp(p_asset) || int4send(p_code)
  FROM ledger.person p CROSS JOIN ledger.asset s
  WHERE p.owner = p_owner AND s.name = p_asset AND NOT EXISTS (
    SELECT FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = p_code)
  ON CONFLICT DO NOTHING;
  SELECT a.id INTO v_id FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = p_code;
  RETURN v_id;
END $$;
