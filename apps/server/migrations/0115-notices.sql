-- The inbox. A notice is kept as the key of a text and its parameters, and read in the language of whoever reads it.

CREATE SCHEMA notices;

CREATE TABLE notices.notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL,
  category text NOT NULL CHECK (category IN ('task', 'system', 'transaction')),
  key text NOT NULL,
  params jsonb NOT NULL,
  link text,
  at bigint NOT NULL, -- ms of real time
  read_at bigint,
  cleared_at bigint, -- taken out of the inbox by its reader, once read
  -- What it tells of, where that could be told twice: a job that runs again writes it once.
  about text,
  UNIQUE (member_id, about),
  CHECK (cleared_at IS NULL OR read_at IS NOT NULL)
);
CREATE INDEX notice_inbox ON notices.notice (member_id, id DESC) WHERE cleared_at IS NULL;
CREATE INDEX notice_unread ON notices.notice (member_id, category) WHERE read_at IS NULL;
