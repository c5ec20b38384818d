-- The second check of every entry, at commit, in code that shares nothing with the first (ledger.write_one,
-- ledger.write_round). It is one statement for any entry. No line is zero, so an asset that sums to zero has two lines
-- at least, and an entry of fewer than four lines has one asset.
CREATE OR REPLACE FUNCTION ledger.recount_entry() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_right boolean;
BEGIN
  IF NEW.lines < 4 THEN
    SELECT count(*) = NEW.lines AND sum(p.amount) = 0 AND min(p.asset) = max(p.asset) INTO v_right FROM ledger.posting p
    WHERE p.entry_id = NEW.id;
  ELSE
    SELECT sum(a.lines) = NEW.lines AND bool_and(a.amount = 0) INTO v_right
    FROM (SELECT count(*) AS lines, sum(p.amount) AS amount FROM ledger.posting p WHERE p.entry_id = NEW.id
      GROUP BY p.asset) a;
  END IF;
  IF v_right THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'entry % (% %) does not balance, or has not % lines', NEW.id, NEW.kind, NEW.ref, NEW.lines
    USING ERRCODE = '23514', CONSTRAINT = 'entry_balanced';
END $$;
