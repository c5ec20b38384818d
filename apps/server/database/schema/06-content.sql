-- Articles, votes, banners and the fixed texts. What people of the back office write is in four languages. Instants are
-- ms of real time.

CREATE FUNCTION content.in_four_languages(p_texts jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_typeof(p_texts) = 'object' AND p_texts ?& ARRAY['en', 'hi', 'zh-Hant', 'zh-Hans']
$$;

-- The fixed texts that people may change. The notices that warn of fraud are part of the build.
CREATE FUNCTION content.fixed_text_ids() RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY['privacy', 'terms', 'about', 'rules', 'help'] $$;

-- Articles; their words are in content.article_text. One that people wrote, changed or hid is as one person asked for
-- it and another agreed to it. One of them can take it down.
CREATE TABLE content.article (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,64}$'),
  category text NOT NULL CHECK (category IN ('market', 'company', 'learn', 'safety', 'khara')),
  source text NOT NULL CHECK (source IN ('khara', 'simulation')),
  cover text,
  codes text[] NOT NULL DEFAULT '{}', -- companies that it is about
  market_date date,
  at bigint NOT NULL,
  published boolean NOT NULL DEFAULT true,
  seeded text, -- hash of the file it came from; null when people or the simulation wrote it
  request_id bigint UNIQUE, -- of console.request, which is never deleted; null while no person has written it
  CONSTRAINT article_maker_checker CHECK (request_id IS NOT NULL
    OR (published AND (seeded IS NOT NULL OR source = 'simulation')))
);
CREATE INDEX article_newest ON content.article (at DESC, id DESC) WHERE published;
CREATE INDEX article_of_category ON content.article (category, at DESC, id DESC) WHERE published;
CREATE INDEX article_about ON content.article USING gin (codes) WHERE published;
CREATE TRIGGER maker_checker BEFORE INSERT OR UPDATE ON content.article FOR EACH ROW
  EXECUTE FUNCTION content.check_article();

CREATE TABLE content.article_text (
  article_id text NOT NULL REFERENCES content.article ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('en', 'hi', 'zh-Hant', 'zh-Hans')),
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (article_id, language)
);
CREATE TRIGGER maker_checker BEFORE INSERT OR UPDATE ON content.article_text FOR EACH ROW
  EXECUTE FUNCTION content.check_article_text();

-- Votes, with their words and options.
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

-- Versions of the fixed texts: the newest is shown, the others are kept as they were. Without one, the release's own
-- text is shown. A version is what one person asked for and another agreed to, word for word.
CREATE TABLE content.fixed_text (
  id text NOT NULL CHECK (id = ANY (content.fixed_text_ids())),
  version integer NOT NULL CHECK (version > 0),
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  request_id bigint NOT NULL UNIQUE, -- of console.request, which is never deleted
  maker text NOT NULL REFERENCES console.staff,
  checker text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL,
  PRIMARY KEY (id, version),
  CONSTRAINT fixed_text_maker_checker CHECK (maker <> checker)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content.fixed_text FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();
CREATE TRIGGER maker_checker BEFORE INSERT ON content.fixed_text FOR EACH ROW
  EXECUTE FUNCTION content.check_fixed_text();

-- Banners of the home page, each as one person asked for it and another agreed to it. Of an id the newest counts,
-- unless it was taken down; without one the release's own banner is shown.
CREATE TABLE content.banner (
  request_id bigint PRIMARY KEY, -- of console.request, which is never deleted
  id text NOT NULL CHECK (id ~ '^[A-Za-z0-9-]{3,48}$'),
  image text NOT NULL CHECK (image ~ '^/h5/banners/[a-z0-9-]+\.svg$'), -- made for the product: none is uploaded
  link text NOT NULL CHECK (link ~ '^/pages/'), -- a page of the app, and no other address
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 99),
  shown boolean NOT NULL,
  texts jsonb NOT NULL CHECK (content.in_four_languages(texts)),
  maker text NOT NULL REFERENCES console.staff,
  checker text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL,
  CONSTRAINT banner_maker_checker CHECK (maker <> checker)
);
CREATE INDEX banner_newest ON content.banner (id, request_id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content.banner FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();
CREATE TRIGGER maker_checker BEFORE INSERT ON content.banner FOR EACH ROW EXECUTE FUNCTION content.check_banner();

-- Taken down by one person, for good: it is shown again only when two people publish it anew.
CREATE TABLE content.banner_down (
  request_id bigint PRIMARY KEY REFERENCES content.banner,
  staff text NOT NULL REFERENCES console.staff,
  at bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content.banner_down FOR EACH STATEMENT
  EXECUTE FUNCTION console.refuse_change();

-- Servers of calls, and the version of the app that each of them has.
CREATE TABLE content.web_server (
  node text PRIMARY KEY,
  version text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The version that all servers of calls had last: pages of another one load anew.
CREATE TABLE content.web_release (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  version text NOT NULL
);

-- Files of the app that have a hash in their name, so that servers of one version serve pages of another. A server
-- believes a file by its authentication code, of which the database does not have the key.
CREATE TABLE content.web_file (
  name text PRIMARY KEY,
  body bytea NOT NULL,
  mac bytea NOT NULL CHECK (octet_length(mac) = 32),
  used_at timestamptz NOT NULL DEFAULT clock_timestamp() -- when a server that has it on its disk started last
);
ALTER TABLE content.web_file ALTER COLUMN body SET STORAGE EXTERNAL; -- compressed already, or small
