-- A reversal mirrors the entry whose uid is its ref, line by line. UNIQUE (kind, ref) lets there be one.
CREATE OR REPLACE FUNCTION ledger.check_reversal(p_entry bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_original ledger.entry;
BEGIN
  SELECT o.* INTO v_original FROM ledger.entry r JOIN ledger.entry o ON o.uid::text = r.ref
  WHERE r.id = p_entry AND o.kind <> 'reversal';
  IF v_original.id IS NULL OR EXISTS (
    SELECT FROM (SELECT account_id, amount FROM ledger.posting WHERE entry_id = v_original.id) o
    FULL JOIN (SELECT account_id, amount FROM ledger.posting WHERE entry_id = p_entry) r ON r.account_id = o.account_id
      AND r.amount = -o.amount
    WHERE o.account_id IS NULL OR r.account_id IS NULL
  ) THEN
    RAISE EXCEPTION 'entry % mirrors no entry', p_entry USING ERRCODE = 'KH002';
  END IF;
END $$;
