-- Classes: a teacher's seats, each a practice account. The server knows seats by number: names of students are on no
-- server. Instants are ms of real time.

-- A class. Its name is taken away as it ends.
CREATE TABLE classes.room (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{8,40}$'),
  owner_id text NOT NULL REFERENCES accounts.member,
  code text NOT NULL CONSTRAINT room_code UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{4}$'), -- on the wall
  name text NOT NULL CHECK (length(name) <= 40),
  seats integer NOT NULL CHECK (seats BETWEEN 1 AND 60),
  start_paise bigint NOT NULL CHECK (start_paise > 0),
  missions jsonb NOT NULL CHECK (jsonb_typeof(missions) = 'array'),
  ends_on date NOT NULL, -- its last day in India
  index_paise bigint NOT NULL, -- KHARA 50 as it was opened
  opened_ms bigint NOT NULL,
  ended_ms bigint,
  CHECK ((name = '') = (ended_ms IS NOT NULL))
);
CREATE INDEX room_of_owner ON classes.room (owner_id, opened_ms DESC);
CREATE INDEX room_open ON classes.room (opened_ms) WHERE ended_ms IS NULL;
CREATE INDEX room_ended ON classes.room (ended_ms) WHERE ended_ms IS NOT NULL;

-- A seat that is taken.
CREATE TABLE classes.seat (
  member_id text PRIMARY KEY REFERENCES accounts.member,
  room_id text NOT NULL REFERENCES classes.room,
  no integer NOT NULL CHECK (no BETWEEN 1 AND 60),
  moved_ms bigint, -- when it went to another device
  CONSTRAINT seat_no UNIQUE (room_id, no)
);
