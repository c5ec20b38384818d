-- in_transfer goes to any other state, passed only to failed (taken back by the rail). failed and revoked are final.
CREATE OR REPLACE FUNCTION wallet.check_recharge_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND NOT (OLD.status = 'in_transfer' OR (OLD.status = 'passed' AND NEW.status = 'failed'))
    THEN
    RAISE EXCEPTION 'recharge % cannot go from % to %', OLD.order_number, OLD.status, NEW.status;
  END IF;
  RETURN NEW;
END $$;
