-- Keeps signatures of receipts by one server's key. p_places says of each entry which of p_signatures is its own, from
-- 1; a signature is kept under the first of its entries. Answers the entries under which there was none yet. A key that
-- was retired is refused (KH002).
CREATE OR REPLACE FUNCTION ledger.keep_receipts(p_signer bytea, p_entries uuid[], p_places int[], p_signatures bytea[])
  RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.record r WHERE r.type = 'node.retire' AND r.ref = encode(p_signer, 'hex')) THEN
    PERFORM ledger.refuse('the key of this server was retired');
  END IF;
  RETURN QUERY
  INSERT INTO ledger.signed_receipt AS s (uid, others, signer, signature)
  SELECT t.uids[1], t.uids[2:], p_signer, p_signatures[t.place]
  FROM (
    SELECT e.place, array_agg(e.uid ORDER BY e.at) AS uids
    FROM unnest(p_entries, p_places) WITH ORDINALITY AS e (uid, place, at) GROUP BY e.place
  ) t
  ON CONFLICT (uid) DO NOTHING RETURNING s.uid;
END $$;
