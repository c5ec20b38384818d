-- The credit score: events, and appeals against them. There is no score to set: it is computed from these by
-- packages/credit. What a rule costs and how long it lasts is here, so that an event cannot be made worse than its
-- rule; packages/credit has the same table, and a test compares the two.

CREATE TABLE credit.rule (
  id text PRIMARY KEY,
  points int NOT NULL CHECK (points BETWEEN -100 AND -1),
  life_ms bigint NOT NULL CHECK (life_ms BETWEEN 1 AND 2592000000) -- nothing counts for longer than 30 days
);

CREATE TABLE credit.event (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{4,40}$'),
  member_id text NOT NULL,
  rule text NOT NULL REFERENCES credit.rule,
  points int NOT NULL,
  at bigint NOT NULL,
  expires_at bigint NOT NULL,
  about text NOT NULL, -- the withdrawal, the recharge, the sign-in that it comes from: once per rule
  facts jsonb NOT NULL, -- for the words of its explanation
  ended_at bigint,
  end_reason text CHECK (end_reason IN ('cured', 'voided')),
  UNIQUE (rule, about),
  CHECK (expires_at > at AND (ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX event_of_member ON credit.event (member_id, at DESC);
CREATE INDEX event_open ON credit.event (rule) WHERE ended_at IS NULL;

CREATE TABLE credit.appeal (
  id text PRIMARY KEY,
  event_id text NOT NULL UNIQUE REFERENCES credit.event, -- one appeal an event
  member_id text NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'declined')),
  submitted_at bigint NOT NULL,
  decides_by bigint NOT NULL,
  decided_at bigint,
  decided_by text CHECK (decided_by IN ('people', 'time')),
  reason text,
  maker text,
  checker text,
  CHECK ((state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (decided_by IS DISTINCT FROM 'people' OR (maker IS NOT NULL AND checker IS NOT NULL AND reason IS NOT NULL)),
  -- time only ever decides for the member
  CHECK (decided_by IS DISTINCT FROM 'time' OR (state = 'upheld' AND decided_at >= decides_by)),
  CONSTRAINT appeal_maker_checker CHECK (maker <> checker)
);
CREATE INDEX appeal_open ON credit.appeal (decides_by) WHERE state = 'open';

-- What together looks like a stranger in an account: a sign-in from a new device, a password change, a new payout
-- target. Kept for a day; three kinds of it within one meet the rule `takeover_signals`.
CREATE TABLE credit.signal (
  member_id text NOT NULL,
  signal text NOT NULL CHECK (signal IN ('new_device', 'password_changed', 'payout_target')),
  at bigint NOT NULL,
  id text GENERATED ALWAYS AS (member_id || ' ' || signal || ' ' || at) STORED UNIQUE, -- as its record names it
  PRIMARY KEY (member_id, signal, at)
);
