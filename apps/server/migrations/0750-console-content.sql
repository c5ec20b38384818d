-- What people of the back office write for everybody: banners, fixed texts and announcements, each in four languages. Instants are ms of real time.

CREATE FUNCTION content.in_four_languages(p_texts jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_typeof(p_texts) = 'object' AND p_texts ?& ARRAY['en', 'hi', 'zh-Hant', 'zh-Hans']
$$;

-- A banner of the release with this id is replaced by it, or hidden; any other is one more.
CREATE TABLE content.banner (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9-]{3,48}$'),
  image text NOT NULL CHECK (image ~ '^/h5/banners/[a-z0-9-]+\.svg$'), -- drawn for the product: none is uploaded
  link text NOT NULL CHECK (link ~ '^/pages/'), -- a page of the app, and no other address
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 99),
  shown boolean NOT NULL,
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  at bigint NOT NULL
);

-- Versions of the fixed texts: the newest is shown, the others are kept as they were. Without one, the release's own text is shown.
CREATE TABLE content.fixed_text (
  id text NOT NULL CHECK (id ~ '^[a-z.]{3,32}$'),
  version integer NOT NULL CHECK (version > 0),
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  staff text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL,
  PRIMARY KEY (id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content.fixed_text FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();

-- Told to everybody who had an account then, as a notice each. What was told stays as it was told.
CREATE TABLE notices.announcement (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,64}$'),
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  link text CHECK (link ~ '^/pages/'),
  maker text NOT NULL REFERENCES console.staff,
  checker text NOT NULL REFERENCES console.staff,
  members integer NOT NULL,
  at bigint NOT NULL,
  CONSTRAINT announcement_by_two CHECK (maker <> checker)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON notices.announcement FOR EACH STATEMENT EXECUTE FUNCTION console.refuse_change();
ALTER TABLE notices.notice ADD COLUMN announcement_id text REFERENCES notices.announcement;

ALTER TABLE console.request DROP CONSTRAINT request_action_check;
ALTER TABLE console.request ADD CONSTRAINT request_action_check CHECK (action IN ('identity.decide', 'recharge.decide', 'withdrawal.decide', 'appeal.decide',
  'offering.create', 'offering.withdraw', 'announcement.publish', 'books.cause'));

-- As in 0611, with what is made anew: an offering, an announcement. Null when there is nothing of this kind to be decided, or it is there already.
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

CREATE VIEW console.announcement_line AS SELECT id, texts, link, maker, checker, members, at FROM notices.announcement;

REVOKE INSERT, UPDATE, DELETE ON content.banner, content.fixed_text, notices.announcement FROM khara_job;
REVOKE UPDATE, DELETE ON content.fixed_text, notices.announcement FROM khara_app;
GRANT SELECT ON content.banner, content.fixed_text, console.announcement_line TO khara_console;
REVOKE ALL ON console.announcement_line FROM khara_app, khara_job;
