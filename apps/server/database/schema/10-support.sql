-- The thread of each member with customer service. Instants are ms of real time.

CREATE TABLE support.message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES accounts.member,
  sender text NOT NULL CHECK (sender IN ('member', 'service')),
  staff text, -- number of the person who answered
  text text NOT NULL CHECK (length(text) <= 2000),
  picture_id text REFERENCES pictures.picture,
  draft_id text,
  at bigint NOT NULL,
  read_at bigint, -- by the other side
  CHECK (text <> '' OR picture_id IS NOT NULL),
  CHECK ((sender = 'service') = (staff IS NOT NULL)),
  UNIQUE (member_id, draft_id)
);
CREATE INDEX message_of_member ON support.message (member_id, id DESC);
CREATE INDEX message_unread ON support.message (member_id, sender) WHERE read_at IS NULL;
