-- The primary market: offerings, applications, access keys. Prices and amounts in paise, quantities in shares unless
-- they say lots, instants in ms of real time, `…_market` as minutes of market time ("2026-11-23T15:30", which compare
-- as text). Own tables only; money and shares move in the ledger.

-- Offerings, from the plan to the listing.
CREATE TABLE offerings.offering (
  id text PRIMARY KEY CHECK (id ~ '^[A-Z]{2,3}-[A-Z]{3,12}-[0-9]{1,6}$'),
  kind text NOT NULL CHECK (kind IN ('ipo', 'offline_placement', 'private_placement', 'block')),
  code text NOT NULL,
  asset text NOT NULL CHECK (asset LIKE 'EQ:%'),
  names jsonb NOT NULL,
  sector text NOT NULL,
  board text NOT NULL CHECK (board IN ('main', 'sme')),
  unit jsonb, -- of an issue made by rule: what it does, and out of which company it was carved

  floor_paise bigint,
  cap_paise bigint,
  issue_paise bigint NOT NULL CHECK (issue_paise > 0),
  price_paise bigint NOT NULL CHECK (price_paise > 0), -- at which an application blocks money
  discount_bps integer NOT NULL CHECK (discount_bps BETWEEN 0 AND 1000),
  shares_per_lot integer NOT NULL CHECK (shares_per_lot > 0),
  total_shares bigint NOT NULL,
  reserved_shares bigint NOT NULL,
  offered_shares integer NOT NULL CHECK (offered_shares > 0 AND offered_shares % shares_per_lot = 0),
  min_lots integer NOT NULL CHECK (min_lots > 0),
  max_lots integer NOT NULL CHECK (max_lots >= min_lots),
  upfront_bps integer NOT NULL CHECK (upfront_bps BETWEEN 1 AND 10000),
  demand_hundredths integer NOT NULL,
  key_hash bytea, -- SHA-256 of the access key; without one every member may apply

  market_day integer NOT NULL, -- on which it opens, 0 for the first
  opens_market text NOT NULL,
  closes_market text NOT NULL,
  allotment_market text NOT NULL,
  signing_market text, -- null where there is nothing to sign
  listing_date date NOT NULL,
  closes_at_once boolean NOT NULL DEFAULT false, -- of the start: what was over when the market began

  state text NOT NULL DEFAULT 'coming_soon' CHECK (state IN
    ('coming_soon', 'in_progress', 'allotting', 'pending_listing', 'listed_today', 'listed', 'withdrawn', 'lapsed')),
  state_reason text,

  -- Sealed when it opens, before the first application.
  opened_ms bigint,
  closes_ms bigint,
  seed bytea CHECK (octet_length(seed) = 32),
  seed_hash bytea,
  open_hash bytea,
  entropy_kind text CHECK (entropy_kind IN ('none', 'witness', 'drand')),
  entropy_chain text,
  entropy_round bigint,

  -- Simulated applicants: how many there will be, and how many have come. All applications and their lots, of members
  -- and simulated ones.
  simulated integer NOT NULL DEFAULT 0,
  arrived integer NOT NULL DEFAULT 0,
  next_number integer NOT NULL DEFAULT 1,
  applications integer NOT NULL DEFAULT 0,
  lots bigint NOT NULL DEFAULT 0 CHECK (lots >= 0),

  -- The close: the list is frozen.
  closed_ms bigint,
  list_count integer,
  list_root bytea,
  draw_ms bigint, -- not before this

  -- The draw: there is one.
  drawn_ms bigint,
  entropy_value bytea,
  drand_signature bytea,
  mode text,
  allotment_paise bigint, -- the price of a share that is allotted
  resolved_ms bigint, -- every application has its result
  credited_ms bigint, -- every signed allotment has its shares
  listed_on date, -- of an issue: the market date from which the exchange has it
  -- What an offering is about, in the languages of its readers: { "en": …, "hi": …, "zh-Hant": …, "zh-Hans": … }.
  stories jsonb,
  -- The close of the share from which the price of an offer was made, and the market date on whose morning that was.
  reference_paise bigint CHECK (reference_paise > 0),
  priced_on date,

  CHECK ((open_hash IS NULL) = (closes_ms IS NULL)),
  CHECK (state IN ('coming_soon', 'withdrawn') OR opened_ms IS NOT NULL),
  UNIQUE (id, kind),
  CHECK (kind <> 'block' OR lots * shares_per_lot <= offered_shares) -- a block is never oversold
) WITH (fillfactor = 70);
CREATE INDEX offering_live ON offerings.offering (state) WHERE state NOT IN ('listed', 'withdrawn', 'lapsed');
CREATE INDEX offering_day ON offerings.offering (market_day DESC, id);
CREATE UNIQUE INDEX offering_issue ON offerings.offering (code) WHERE kind = 'ipo';
CREATE TRIGGER sealed BEFORE UPDATE ON offerings.offering FOR EACH ROW EXECUTE FUNCTION offerings.keep_sealed();

-- Simulated applicants as they came: `count` of them, from number first_k on, have the application numbers from
-- first_number on. All else about them follows from their number (packages/offerings).
CREATE TABLE offerings.simulated_run (
  offering_id text NOT NULL REFERENCES offerings.offering,
  first_number integer NOT NULL,
  first_k integer NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (offering_id, first_number)
);

-- Applications of members.
CREATE TABLE offerings.application (
  id text PRIMARY KEY, -- <offering>-<six digits in order of arrival>
  serial bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  offering_id text NOT NULL,
  kind text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  user_id text NOT NULL,
  request_id text NOT NULL,
  who bytea NOT NULL CHECK (octet_length(who) = 32),
  lots integer NOT NULL CHECK (lots > 0),
  price_paise bigint NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0), -- all of the lots
  held_paise bigint NOT NULL CHECK (held_paise >= 0), -- blocked now (103)
  hold_id text NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'subscribed' CHECK (state IN ('subscribed', 'winning_lots', 'failed_lots', 'signed',
    'lapsed', 'cancelled')),
  at_ms bigint NOT NULL,
  market_date date NOT NULL,
  updated_ms bigint NOT NULL,

  rank integer,
  allotted_shares integer,
  cost_paise bigint, -- of the shares allotted
  paid_paise bigint NOT NULL DEFAULT 0,
  resolved_ms bigint, -- its result is posted
  signed_ms bigint,
  credited_ms bigint,
  -- What statutory charges an application's shares have, beside their cost: of all that was applied for, from the draw
  -- on of what was allotted. None where they are allotted outside the exchange (an issue, a private placement).
  charges_paise bigint NOT NULL DEFAULT 0,
  charges_stt_paise bigint NOT NULL DEFAULT 0,
  FOREIGN KEY (offering_id, kind) REFERENCES offerings.offering (id, kind),
  UNIQUE (offering_id, number),
  CHECK (state NOT IN ('failed_lots', 'lapsed', 'cancelled', 'signed') OR held_paise = 0),
  CHECK (state <> 'signed' OR paid_paise = cost_paise),
  CHECK (charges_paise >= 0 AND charges_stt_paise BETWEEN 0 AND charges_paise)
) WITH (fillfactor = 80);
-- One application a member, as there is one a PAN; of a block a member may take several times.
CREATE UNIQUE INDEX application_once ON offerings.application (offering_id, user_id)
  WHERE state <> 'cancelled' AND kind <> 'block';
CREATE INDEX application_of_user ON offerings.application (user_id, serial DESC);
CREATE INDEX application_unresolved ON offerings.application (offering_id, number)
  WHERE resolved_ms IS NULL AND state = 'subscribed';
CREATE INDEX application_open ON offerings.application (offering_id, number)
  WHERE state = 'winning_lots' OR (state = 'signed' AND credited_ms IS NULL);
-- A block is a purchase at once: it meets the limits that its member has set, as an order does (decision 27).
CREATE TRIGGER limited BEFORE INSERT ON offerings.application FOR EACH ROW WHEN (NEW.kind = 'block')
  EXECUTE FUNCTION trading.keep_limits_of_purchases();
ALTER TABLE offerings.application ENABLE ALWAYS TRIGGER limited;
CREATE TRIGGER limited_terms BEFORE UPDATE ON offerings.application FOR EACH ROW
  WHEN ('block' IN (OLD.kind, NEW.kind)
    AND (OLD.kind, OLD.user_id, OLD.lots, OLD.amount_paise, OLD.market_date)
      IS DISTINCT FROM (NEW.kind, NEW.user_id, NEW.lots, NEW.amount_paise, NEW.market_date))
  EXECUTE FUNCTION trading.keep_limits_of_purchases();
ALTER TABLE offerings.application ENABLE ALWAYS TRIGGER limited_terms;

-- The unpaid amount of a placement: a promise, not money. Never collected without a signature.
CREATE TABLE offerings.offering_obligation (
  application_id text PRIMARY KEY REFERENCES offerings.application,
  user_id text NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  due_market text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'lapsed')),
  settled_ms bigint,
  CHECK ((state = 'open') = (settled_ms IS NULL))
);
CREATE INDEX obligation_open ON offerings.offering_obligation (user_id) WHERE state = 'open';

-- Requests that were answered for good: a repeat finds its first answer here.
CREATE TABLE offerings.request (
  user_id text NOT NULL,
  call text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL, -- SHA-256 of the payload, without its password
  application_id text,
  answer json, -- as it was sent: the order of its fields too
  refusal text,
  details jsonb,
  at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, call, request_id)
);

-- Members and access keys: wrong ones counted, a right one remembered for a while.
CREATE TABLE offerings.access (
  offering_id text NOT NULL REFERENCES offerings.offering,
  user_id text NOT NULL,
  wrong integer NOT NULL DEFAULT 0,
  paused_until_ms bigint NOT NULL DEFAULT 0,
  valid_until_ms bigint NOT NULL DEFAULT 0,
  id text GENERATED ALWAYS AS (offering_id || ' ' || user_id) STORED UNIQUE, -- as its records name it
  PRIMARY KEY (offering_id, user_id)
);

-- The market day up to which the calendar of offerings was written.
CREATE TABLE offerings.calendar (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  planned_to integer NOT NULL,
  -- The first market day of the calendar: outside market hours it is not the day on which the market's first offerings
  -- opened.
  first_day date
);
