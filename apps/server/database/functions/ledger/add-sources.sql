-- Notes what value comes in or goes out by, before the entries that use it. What was noted before has to say the same
-- (KH001 otherwise).
CREATE OR REPLACE FUNCTION ledger.add_sources(
  p_type text, p_id text[], p_purpose text[], p_owner text[], p_asset text[], p_amount bigint[], p_other_asset text[],
  p_other_amount bigint[], p_mdate text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_new int;
BEGIN
  INSERT INTO ledger.source (type, id, purpose, owner, asset, amount, other_asset, other_amount, mdate, at_ms)
  SELECT p_type, n.*, p_mdate, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
  FROM unnest(p_id, p_purpose, p_owner, p_asset, p_amount, p_other_asset, p_other_amount) AS n (id, purpose, owner,
    asset, amount, other_asset, other_amount)
  ORDER BY n.id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_new = ROW_COUNT;
  IF v_new < cardinality(p_id) AND EXISTS (
    SELECT FROM unnest(p_id, p_purpose, p_owner, p_asset, p_amount, p_other_asset, p_other_amount) AS n (id, purpose,
      owner, asset, amount, other_asset, other_amount)
    JOIN ledger.source s ON s.type = p_type AND s.id = n.id
    WHERE (s.purpose, s.owner, s.asset, s.amount, s.other_asset, s.other_amount)
      IS DISTINCT FROM (n.purpose, n.owner, n.asset, n.amount, n.other_asset, n.other_amount)
  ) THEN
    RAISE EXCEPTION 'a % was noted before with another content', p_type USING ERRCODE = 'KH001';
  END IF;
END $$;
