-- The last word on a payout: to a bank account of its own member that is bound, waits no longer and is not stopped. The
-- lock keeps it so until the commit.
CREATE OR REPLACE FUNCTION wallet.check_payout_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallet.bank_account b WHERE b.id = NEW.bank_account_id AND b.member_id = NEW.member_id
    AND b.deleted_at IS NULL
    AND b.stopped_at IS NULL AND b.payable_from <= NEW.at FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing can be paid to bank account % now', NEW.bank_account_id;
  END IF;
  RETURN NEW;
END $$;
