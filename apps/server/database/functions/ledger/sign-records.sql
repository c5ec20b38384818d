-- Keeps the signature of records that the caller's transaction has written: one for all, with the way from each to what
-- was signed. A key that was retired is refused (KH002).
CREATE OR REPLACE FUNCTION ledger.sign_records(p_signer bytea, p_signature bytea, p_asked text, p_records bigint[],
  p_paths bytea[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.record r WHERE r.type = 'node.retire' AND r.ref = encode(p_signer, 'hex')) THEN
    PERFORM ledger.refuse('the key of this server was retired');
  END IF;
  INSERT INTO ledger.record_signature (record_id, asked, signer, signature, place, size, path)
  SELECT r.id, p_asked, p_signer, p_signature, r.n - 1, cardinality(p_records), r.path
  FROM unnest(p_records, p_paths) WITH ORDINALITY AS r (id, path, n);
END $$;
