-- runs as khara_ledger
-- Three checks of every entry cost more than what they check. Each says what it said before.

-- That an account stays what it is (0002) was asked of each row that changes, and PostgreSQL locks a row, with a record in its log, before it asks whether
-- such a trigger concerns it. A statement that names none of these columns is not even looked at, and one that does is refused.
DROP TRIGGER of_chart ON ledger.account;
CREATE TRIGGER of_chart BEFORE INSERT ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.check_account();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER of_chart;

CREATE FUNCTION ledger.keep_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an account stays what it is' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER stays BEFORE UPDATE OF id, owner, asset, code, tracked, floor, label ON ledger.account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_accounts();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER stays;

-- A table's CHECK is read from its text by every statement that writes a row: the same in fewer words.
ALTER TABLE ledger.hold
  DROP CONSTRAINT hold_amounts,
  ADD CONSTRAINT hold_amounts CHECK (amount > 0 AND least(captured, released, unsettled) >= 0 AND greatest(captured + released, unsettled) <= amount);

-- The second count (0002): one statement for any entry. No line is zero, so an asset that sums to zero has two lines at least, and an entry of fewer than
-- four has one asset.
CREATE OR REPLACE FUNCTION ledger.recount_entry() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_right boolean;
BEGIN
  IF NEW.lines < 4 THEN
    SELECT count(*) = NEW.lines AND sum(p.amount) = 0 AND min(p.asset) = max(p.asset) INTO v_right FROM ledger.posting p WHERE p.entry_id = NEW.id;
  ELSE
    SELECT sum(a.lines) = NEW.lines AND bool_and(a.amount = 0) INTO v_right
    FROM (SELECT count(*) AS lines, sum(p.amount) AS amount FROM ledger.posting p WHERE p.entry_id = NEW.id GROUP BY p.asset) a;
  END IF;
  IF v_right THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'entry % (% %) does not balance, or has not % lines', NEW.id, NEW.kind, NEW.ref, NEW.lines
    USING ERRCODE = '23514', CONSTRAINT = 'entry_balanced';
END $$;
