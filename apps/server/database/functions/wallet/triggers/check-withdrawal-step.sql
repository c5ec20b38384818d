-- in_transfer goes to passed, failed or revoked; passed to paid or failed; paid to failed when the rail sends it back.
-- What people decide needs the two of them, and is what they decided.
CREATE OR REPLACE FUNCTION wallet.check_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_number, NEW.member_id, NEW.currency, NEW.channel, NEW.target, NEW.amount, NEW.fee, NEW.tax)
    IS DISTINCT FROM (OLD.order_number, OLD.member_id, OLD.currency, OLD.channel, OLD.target, OLD.amount, OLD.fee,
      OLD.tax) THEN
    RAISE EXCEPTION 'withdrawal % stays what was asked for', OLD.order_number;
  END IF;
  IF OLD.status <> NEW.status AND NOT (
    (OLD.status = 'in_transfer' AND NEW.status IN ('passed', 'failed', 'revoked'))
    OR (OLD.status = 'passed' AND NEW.status IN ('paid', 'failed'))
    OR (OLD.status = 'paid' AND NEW.status = 'failed')
  ) THEN
    RAISE EXCEPTION 'withdrawal % cannot go from % to %', OLD.order_number, OLD.status, NEW.status;
  END IF;
  IF OLD.status = 'in_transfer' AND NEW.status IN ('passed', 'failed') AND NEW.decided_by IS NULL THEN
    RAISE EXCEPTION 'withdrawal % was not decided', OLD.order_number;
  END IF;
  IF NEW.decided_by = 'people' AND OLD.decided_by IS NULL AND NOT EXISTS (
    SELECT FROM wallet.decision d WHERE d.order_number = NEW.order_number AND d.approve = (NEW.status = 'passed')
  ) THEN
    RAISE EXCEPTION 'no two people decided withdrawal % so', OLD.order_number;
  END IF;
  RETURN NEW;
END $$;
