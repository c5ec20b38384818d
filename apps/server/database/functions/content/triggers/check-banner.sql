-- Refuses a banner without the request that two people agreed to, or other than it says.
CREATE OR REPLACE FUNCTION content.check_banner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM console.request r
  WHERE r.id = NEW.request_id AND r.action LIKE 'banner.%' AND r.state = 'approved' AND r.subject = NEW.id
    AND r.maker = NEW.maker AND r.checker = NEW.checker
    AND r.payload -> 'banner' = jsonb_build_object('image', NEW.image, 'link', NEW.link, 'place', NEW.place, 'shown',
      NEW.shown, 'texts', NEW.texts);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no two people agreed to banner %', NEW.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
