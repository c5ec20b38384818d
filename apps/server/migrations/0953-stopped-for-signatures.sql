-- runs as khara_ledger
-- A member's signature of a placement takes what is unpaid from what is available, without a hold: a new movement, which waits while money is stopped.
-- Other payments for allotments use holds only: they settle what was accepted before.

CREATE TRIGGER stopped_signature BEFORE INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.kind = 'sign_pay' AND NEW.actor = 'user')
  EXECUTE FUNCTION ledger.refuse_while_stopped();
