-- A bank account that replaces another is paid to only after a wait, which its owner can stop. Instants are ms of real time.

ALTER TABLE wallet.bank_account
  ADD COLUMN payable_from bigint NOT NULL DEFAULT 0, -- no payout to it is accepted before
  ADD COLUMN stopped_at bigint; -- nor while this is set: its owner has said that the account is not theirs

CREATE INDEX bank_account_of_member ON wallet.bank_account (member_id);

-- Whether an account with this number would take the place of another: the member had one, and none with this number whose own wait is over.
CREATE FUNCTION wallet.is_replacement(p_member text, p_number_hash bytea, p_at bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(*) > 0 AND count(*) FILTER (WHERE number_hash = p_number_hash AND stopped_at IS NULL AND payable_from <= p_at) = 0
  FROM wallet.bank_account WHERE member_id = p_member
$$;

-- The wait is never left out and never made shorter by any writer of the row: 5 minutes is the shortest there is.
CREATE FUNCTION wallet.check_payable_from() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.payable_from < NEW.at + 300000 AND wallet.is_replacement(NEW.member_id, NEW.number_hash, NEW.at) THEN
      RAISE EXCEPTION 'bank account % replaces another and does not wait', NEW.id;
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.payable_from < OLD.payable_from OR (NEW.stopped_at IS NULL AND OLD.stopped_at IS NOT NULL AND NEW.payable_from < OLD.stopped_at + 300000) THEN
    RAISE EXCEPTION 'the wait of bank account % cannot be made shorter', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payable_from BEFORE INSERT OR UPDATE ON wallet.bank_account FOR EACH ROW EXECUTE FUNCTION wallet.check_payable_from();

-- The last word on a payout: to an account of its own member that is bound, waits no longer and is not stopped. The lock keeps it so until the commit.
CREATE FUNCTION wallet.check_payout_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallet.bank_account b WHERE b.id = NEW.bank_account_id AND b.member_id = NEW.member_id AND b.deleted_at IS NULL
    AND b.stopped_at IS NULL AND b.payable_from <= NEW.at FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing can be paid to bank account % now', NEW.bank_account_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_account BEFORE INSERT ON wallet.withdrawal FOR EACH ROW WHEN (NEW.bank_account_id IS NOT NULL)
  EXECUTE FUNCTION wallet.check_payout_account();
