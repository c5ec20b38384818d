-- Notices of members. Each is kept as the key of a text and its parameters, and shown in the reader's language.
-- Instants are ms of real time.

-- Announcements: every member of that time got a notice of each. Its words stay as they were sent.
CREATE TABLE notices.announcement (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,64}$'),
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  link text CHECK (link ~ '^/pages/'),
  maker text NOT NULL REFERENCES console.staff,
  checker text NOT NULL REFERENCES console.staff,
  members integer NOT NULL,
  at bigint NOT NULL,
  CONSTRAINT announcement_maker_checker CHECK (maker <> checker)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON notices.announcement FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();

-- Notices to members.
CREATE TABLE notices.notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL,
  category text NOT NULL CHECK (category IN ('task', 'system', 'transaction')),
  key text NOT NULL,
  params jsonb NOT NULL,
  link text,
  at bigint NOT NULL,
  read_at bigint,
  cleared_at bigint, -- put away by its reader, once read; of a task also by what was done
  about text, -- what it tells of, where that could come twice: a job that runs again writes it once
  announcement_id text REFERENCES notices.announcement,
  UNIQUE (member_id, about),
  CHECK (cleared_at IS NULL OR read_at IS NOT NULL)
);
-- A notice stands where its instant belongs: that of an order is written when it is needed (trading.notices_made).
CREATE INDEX notice_shown ON notices.notice (member_id, at DESC, id DESC) WHERE cleared_at IS NULL;
CREATE INDEX notice_unread ON notices.notice (member_id, category) WHERE read_at IS NULL;
