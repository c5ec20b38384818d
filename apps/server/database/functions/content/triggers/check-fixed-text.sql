-- Refuses a version of a fixed text without the request that two people agreed to, or with other words than theirs.
CREATE OR REPLACE FUNCTION content.check_fixed_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM console.request r
  WHERE r.id = NEW.request_id AND r.action LIKE 'text.%' AND r.state = 'approved' AND r.subject = NEW.id
    AND r.maker = NEW.maker AND r.checker = NEW.checker AND r.payload -> 'text' -> 'texts' = NEW.texts;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no two people agreed to version % of %', NEW.version, NEW.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
