-- A trigger that has ended stays as it is, and one that has fired only gets its order or its refusal.
CREATE OR REPLACE FUNCTION trading.keep_fired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state NOT IN ('waiting', 'firing')
    OR OLD.state = 'firing' AND NEW.state NOT IN ('fired', 'failed')
    OR OLD.state = 'firing' AND (OLD.fired_side, OLD.fired_ms, OLD.terms)
      IS DISTINCT FROM (NEW.fired_side, NEW.fired_ms, NEW.terms)
    OR OLD.state = 'waiting' AND NEW.state IN ('fired', 'failed') THEN
    RAISE EXCEPTION 'trigger % is %, and cannot become %', OLD.id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
