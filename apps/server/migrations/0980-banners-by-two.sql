-- Banners change by two people: what the home page shows is what one asked for and another agreed to. One person can take it down. Instants are ms of real time.

-- What one person alone saved before is no banner any more.
DROP TABLE content.banner;
-- What two people agreed to, each time they did. Of an id the newest counts, unless it was taken down; without one the release's own banner is shown.
CREATE TABLE content.banner (
  request_id bigint PRIMARY KEY, -- of console.request, which is never deleted
  id text NOT NULL CHECK (id ~ '^[A-Za-z0-9-]{3,48}$'),
  image text NOT NULL CHECK (image ~ '^/h5/banners/[a-z0-9-]+\.svg$'), -- drawn for the product: none is uploaded
  link text NOT NULL CHECK (link ~ '^/pages/'), -- a page of the app, and no other address
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 99),
  shown boolean NOT NULL,
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  maker text NOT NULL REFERENCES console.staff,
  checker text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL,
  CONSTRAINT banner_by_two CHECK (maker <> checker)
);
CREATE INDEX banner_newest ON content.banner (id, request_id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content.banner FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();

-- No banner without the request that two people agreed to, nor other than it says.
CREATE FUNCTION content.check_banner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM console.request r
  WHERE r.id = NEW.request_id AND r.action = 'banner.publish' AND r.state = 'approved' AND r.subject = NEW.id AND r.maker = NEW.maker AND r.checker = NEW.checker
    AND r.payload -> 'banner' = jsonb_build_object('image', NEW.image, 'link', NEW.link, 'place', NEW.place, 'shown', NEW.shown, 'texts', NEW.texts);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no two people agreed to banner %', NEW.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER by_two BEFORE INSERT ON content.banner FOR EACH ROW EXECUTE FUNCTION content.check_banner();

-- Taken down by one person, for good: it is shown again only when two people publish it anew.
CREATE TABLE content.banner_down (
  request_id bigint PRIMARY KEY REFERENCES content.banner,
  staff text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content.banner_down FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();

ALTER TABLE console.request DROP CONSTRAINT request_action_check;
ALTER TABLE console.request ADD CONSTRAINT request_action_check CHECK (action IN ('identity.decide', 'recharge.decide', 'withdrawal.decide', 'appeal.decide',
  'offering.create', 'offering.withdraw', 'announcement.publish', 'books.cause', 'share.suspend', 'text.change', 'banner.publish'));

-- As in 0961, with a banner: any can be asked for.
CREATE OR REPLACE FUNCTION console.request(p_token bytea, p_action text, p_subject text, p_payload jsonb, p_reason text, p_now bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_staff text := console.staff_of(p_token, p_now);
  v_number bigint := CASE WHEN p_subject ~ '^[0-9]{1,18}$' THEN p_subject::bigint END;
  v_member text;
  v_found boolean;
  v_id bigint;
BEGIN
  CASE p_action
    WHEN 'identity.decide' THEN
      SELECT a.member_id INTO v_member FROM kyc.application a WHERE a.id = v_number AND a.status = 'under_review';
    WHEN 'recharge.decide' THEN
      SELECT r.member_id INTO v_member FROM wallet.recharge r WHERE r.order_number = p_subject AND r.status = 'in_transfer' AND r.rail = 'manual';
    WHEN 'withdrawal.decide' THEN
      SELECT w.member_id INTO v_member FROM wallet.withdrawal w WHERE w.order_number = p_subject AND w.status = 'in_transfer' AND w.rail = 'manual';
    WHEN 'appeal.decide' THEN
      SELECT a.member_id INTO v_member FROM credit.appeal a WHERE a.id = p_subject AND a.state = 'open';
    WHEN 'offering.create' THEN
      PERFORM WHERE p_payload ? 'offering' AND NOT EXISTS (SELECT FROM ipo.offering o WHERE o.id = p_subject);
    WHEN 'offering.withdraw' THEN
      PERFORM FROM ipo.offering o WHERE o.id = p_subject AND o.state IN ('coming_soon', 'in_progress')
        AND (o.closes_ms IS NULL OR o.closes_ms > p_now);
    WHEN 'announcement.publish' THEN
      PERFORM WHERE p_payload ? 'announcement' AND NOT EXISTS (SELECT FROM notices.announcement a WHERE a.id = p_subject);
    WHEN 'text.change' THEN
      PERFORM WHERE p_subject = ANY (content.fixed_text_ids()) AND p_payload ? 'text'
        AND (p_payload -> 'text' ->> 'base')::integer = coalesce((SELECT max(t.version) FROM content.fixed_text t WHERE t.id = p_subject), 0);
    WHEN 'banner.publish' THEN
      PERFORM WHERE p_payload ? 'banner';
    WHEN 'share.suspend' THEN
      PERFORM; -- which shares there are, the market of the server knows, and it has looked
    WHEN 'books.cause' THEN
      PERFORM FROM ledger.books_stop s WHERE s.id = v_number AND s.resumed_ms IS NULL;
    ELSE
      RAISE EXCEPTION 'two people cannot decide %', p_action;
  END CASE;
  v_found := FOUND;
  IF NOT v_found THEN
    RETURN NULL;
  END IF;
  INSERT INTO console.request (action, subject, member_id, payload, reason, maker, at)
  VALUES (p_action, p_subject, v_member, p_payload, p_reason, v_staff, p_now) RETURNING id INTO v_id;
  PERFORM console.write_down(v_staff, p_action || '.asked', p_subject, p_reason, v_member, p_now);
  RETURN v_id;
END $$;

REVOKE INSERT, UPDATE, DELETE ON content.banner, content.banner_down FROM khara_job;
REVOKE UPDATE, DELETE ON content.banner, content.banner_down FROM khara_app;
GRANT SELECT ON content.banner, content.banner_down TO khara_console;
