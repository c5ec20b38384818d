-- runs as khara_ledger
-- While money is stopped the database itself takes no new movement: the door of a server that has not run the check yet, or never will, does not count.
-- What was accepted before goes on to be settled, as decision 24 has it: entries that use a hold, allotments, payouts and reversals pass.

CREATE FUNCTION ledger.refuse_while_stopped() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_check text;
  v_since bigint;
BEGIN
  SELECT s.check_name, s.at_ms INTO v_check, v_since FROM ledger.books_stop s WHERE s.resumed_ms IS NULL;
  -- An order that was accepted before the stop enters the pre-open with another hold: its transaction says so.
  IF FOUND AND current_setting('khara.accepted_before', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'no money moves until two people have recorded why' USING ERRCODE = 'KH003', DETAIL = json_build_object('check', v_check, 'since', v_since)::text;
  END IF;
  RETURN NEW;
END $$;
-- Once a statement, however many holds it opens.
CREATE TRIGGER stopped BEFORE INSERT ON ledger.hold FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_while_stopped();
-- Of the movements that open no hold this one is the member's own; the others end something.
CREATE TRIGGER stopped BEFORE INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.kind = 'convert') EXECUTE FUNCTION ledger.refuse_while_stopped();

GRANT USAGE ON SCHEMA ledger TO khara_owner;
GRANT EXECUTE ON FUNCTION ledger.refuse_while_stopped TO khara_owner, khara_app;
