-- No writer of the row leaves the wait of a replacing account out or makes it shorter: 5 minutes is the shortest there
-- is.
CREATE OR REPLACE FUNCTION wallet.check_payable_from() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.payable_from < NEW.at + 300000 AND wallet.is_replacement(NEW.member_id, NEW.number_hash, NEW.at) THEN
      RAISE EXCEPTION 'bank account % replaces another and does not wait', NEW.id;
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.payable_from < OLD.payable_from OR (NEW.stopped_at IS NULL AND OLD.stopped_at IS NOT NULL
    AND NEW.payable_from < OLD.stopped_at + 300000) THEN
    RAISE EXCEPTION 'the wait of bank account % cannot be made shorter', OLD.id;
  END IF;
  RETURN NEW;
END $$;
