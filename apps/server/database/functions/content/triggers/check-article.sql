-- Refuses an article of people without the request that two of them agreed to, or other than it says. Hiding it as it
-- stands takes one person.
CREATE OR REPLACE FUNCTION content.check_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.request_id IS NULL THEN
    RETURN NEW; -- the release's own, or the simulation's
  END IF;
  IF TG_OP = 'UPDATE' AND NOT NEW.published AND to_jsonb(NEW) - 'published' = to_jsonb(OLD) - 'published' THEN
    RETURN NEW;
  END IF;
  PERFORM FROM console.request r
  WHERE r.id = NEW.request_id AND r.action LIKE 'article.%' AND r.state = 'approved' AND r.subject = NEW.id
    AND (r.payload -> 'article') - 'texts' = jsonb_build_object('category', NEW.category, 'published', NEW.published,
      'codes', NEW.codes);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no two people agreed to article %', NEW.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
