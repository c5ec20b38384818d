-- A request stays what was asked for. It is decided once and carried out once.
CREATE OR REPLACE FUNCTION console.check_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.action, NEW.subject, NEW.member_id, NEW.payload, NEW.reason, NEW.maker, NEW.at)
    IS DISTINCT FROM (OLD.id, OLD.action, OLD.subject, OLD.member_id, OLD.payload, OLD.reason, OLD.maker, OLD.at) THEN
    RAISE EXCEPTION 'request % stays what was asked for', OLD.id USING ERRCODE = '42501';
  END IF;
  IF NOT ((OLD.state = 'open' AND NEW.state IN ('declined', 'approved'))
    OR (OLD.state = 'approved' AND NEW.state IN ('carried_out', 'failed')
    AND (NEW.checker, NEW.decided_at, NEW.decision_reason) IS NOT DISTINCT FROM (OLD.checker, OLD.decided_at,
      OLD.decision_reason))) THEN
    RAISE EXCEPTION 'request % cannot go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
