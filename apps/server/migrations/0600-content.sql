-- Articles, votes and the thread with customer service. Instants are ms of real time.

CREATE SCHEMA content;

CREATE TABLE content.article (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,64}$'),
  category text NOT NULL CHECK (category IN ('market', 'company', 'learn', 'safety', 'khara')),
  source text NOT NULL CHECK (source IN ('khara', 'simulation')),
  cover text,
  codes text[] NOT NULL DEFAULT '{}', -- companies that it is about
  market_date date,
  at bigint NOT NULL,
  published boolean NOT NULL DEFAULT true,
  seeded text -- hash of the file it came from, while nobody has edited it; null once somebody has
);
CREATE INDEX article_newest ON content.article (at DESC, id DESC) WHERE published;
CREATE INDEX article_of_category ON content.article (category, at DESC, id DESC) WHERE published;
CREATE INDEX article_about ON content.article USING gin (codes) WHERE published;

CREATE TABLE content.article_text (
  article_id text NOT NULL REFERENCES content.article ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('en', 'hi', 'zh-Hant', 'zh-Hans')),
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (article_id, language)
);

CREATE TABLE content.vote (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{3,64}$'),
  closes_at bigint NOT NULL,
  at bigint NOT NULL
);
CREATE TABLE content.vote_text (
  vote_id text NOT NULL REFERENCES content.vote ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('en', 'hi', 'zh-Hant', 'zh-Hans')),
  title text NOT NULL,
  description text NOT NULL,
  PRIMARY KEY (vote_id, language)
);
CREATE TABLE content.vote_option (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{3,64}$'),
  vote_id text NOT NULL REFERENCES content.vote ON DELETE CASCADE,
  place smallint NOT NULL,
  flag text NOT NULL, -- a regional indicator pair, or nothing
  names jsonb NOT NULL, -- by language
  UNIQUE (vote_id, place),
  UNIQUE (vote_id, id)
);
-- One vote a person, whatever is sent at once; it stays as it was cast.
CREATE TABLE content.ballot (
  vote_id text NOT NULL,
  member_id text NOT NULL REFERENCES accounts.member,
  option_id text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (vote_id, member_id),
  FOREIGN KEY (vote_id, option_id) REFERENCES content.vote_option (vote_id, id)
);
CREATE INDEX ballot_of_option ON content.ballot (option_id);
CREATE TRIGGER ballot_stays BEFORE UPDATE ON content.ballot FOR EACH ROW EXECUTE FUNCTION accounts.refuse_change();

CREATE SCHEMA support;

CREATE TABLE support.message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES accounts.member,
  sender text NOT NULL CHECK (sender IN ('member', 'service')),
  staff text, -- number of whoever answered
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

-- What a member is interested in: companies watched, held and applied for. Articles about them are for that member.
CREATE VIEW content.interest AS
  SELECT user_id AS member_id, code FROM market.watch
  UNION SELECT user_id, unnest(codes) FROM market.watchlist
  UNION SELECT user_id, code FROM trading.position WHERE state = 'in_position'
  UNION SELECT a.user_id, o.code FROM ipo.application a JOIN ipo.offering o ON o.id = a.offering_id;
