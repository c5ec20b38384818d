-- Refuses words of an article of people other than those that two of them agreed to.
CREATE OR REPLACE FUNCTION content.check_article_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM content.article a LEFT JOIN console.request r ON r.id = a.request_id AND r.state = 'approved'
  WHERE a.id = NEW.article_id AND (a.request_id IS NULL OR r.payload -> 'article' -> 'texts' -> NEW.language
    = jsonb_build_object('title', NEW.title, 'summary', NEW.summary, 'body', NEW.body));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no two people agreed to these words of %', NEW.article_id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
