-- A reversal mirrors the entry whose uid is its ref, line by line. UNIQUE (kind, ref) lets there be one.
CREATE OR REPLACE FUNCTION ledger.check_reversal(p_entry bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger.entry r
    JOIN ledger.entry o ON o.uid = CASE WHEN r.ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.ref::uuid END
    WHERE r.id = p_entry AND o.kind <> 'reversal' AND o.person = r.person AND NOT EXISTS (
      SELECT FROM unnest(o.asset, o.code, o.amount) AS x (asset, code, amount)
      FULL JOIN unnest(r.asset, r.code, r.amount) AS y (asset, code, amount)
        ON y.asset = x.asset AND y.code = x.code AND y.amount = -x.amount
      WHERE x.code IS NULL OR y.code IS NULL)
  ) THEN
    RAISE EXCEPTION 'entry % mirrors no entry', p_entry USING ERRCODE = 'KH002';
  END IF;
END $$;
