-- runs as khara_ledger
-- The ledger: double entry, append only, hash chained. docs/ledger.md has the chart of accounts and the entry each event makes.
--
-- Assets: INR in paise, USDT in millionths, EQ:<isin> in shares. A positive amount increases what the owner holds. Every
-- entry sums to zero per asset.

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO khara_app, khara_job, khara_owner;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_ledger IN SCHEMA ledger GRANT SELECT ON TABLES TO khara_app, khara_job, khara_owner;

-- What accounts there can be. Rows are made on demand by ledger.account_of.
CREATE TABLE ledger.chart (
  code smallint PRIMARY KEY,
  name text NOT NULL,
  owner text NOT NULL CHECK (owner IN ('u', 'p', 'x')), -- a user, the platform, the outside world
  holds text NOT NULL CHECK (holds IN ('money', 'shares', 'any')),
  tracked boolean NOT NULL, -- carries a balance, a sequence and a hash chain
  frozen boolean NOT NULL DEFAULT false, -- changes only together with a hold
  outside boolean NOT NULL DEFAULT false -- where value comes from or goes to: such a line must agree with a source
);

-- A constraint on a column is compiled anew by every statement that writes it; a domain's is kept. These two are written with
-- every entry, so they are domains. No account may be negative: users' have their floor at 0, and the others carry no balance.
CREATE DOMAIN ledger.balance AS bigint CONSTRAINT account_floor CHECK (VALUE >= 0);
CREATE DOMAIN ledger.change AS bigint CONSTRAINT posting_changes_something CHECK (VALUE <> 0);
CREATE DOMAIN ledger.line_count AS smallint CHECK (VALUE BETWEEN 2 AND 32);
CREATE DOMAIN ledger.hash AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN ledger.salt AS bytea CHECK (octet_length(VALUE) = 16);
CREATE DOMAIN ledger.market_date AS text CHECK (VALUE LIKE '____-__-__');

CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  asset text NOT NULL,
  code smallint NOT NULL,
  tracked boolean NOT NULL,
  floor bigint,
  balance ledger.balance NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0, -- number of its postings
  head ledger.hash NOT NULL DEFAULT decode(repeat('00', 32), 'hex'), -- of its hash chain
  last_ms bigint NOT NULL DEFAULT 0, -- instant of its newest entry: statements never run backwards
  label bytea NOT NULL, -- owner, asset and code as they are hashed
  -- Of account 101 only: the money owned over 101 to 105, and how many lines its bill has.
  owned ledger.balance NOT NULL DEFAULT 0,
  bill_seq bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, asset, code)
) WITH (fillfactor = 70); -- room for the next version of a row beside it: balances change all the time

-- What an account is never changes, and is as the chart says.
CREATE FUNCTION ledger.check_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'an account stays what it is' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (
    SELECT FROM ledger.chart c
    WHERE c.code = NEW.code AND c.owner = left(NEW.owner, 1) AND c.tracked = NEW.tracked
      AND (c.holds = 'any' OR (c.holds = 'shares') = (NEW.asset LIKE 'EQ:%'))
  ) OR NEW.owner !~ '^(p|x|u:[A-Za-z0-9_-]{1,40})$' OR NEW.asset !~ '^(INR|USDT|EQ:[A-Z0-9]{1,20})$'
    OR NEW.floor IS DISTINCT FROM (CASE WHEN NEW.tracked THEN 0 END) OR (NEW.balance, NEW.seq, NEW.owned, NEW.bill_seq) <> (0, 0, 0, 0) THEN
    RAISE EXCEPTION 'the chart has no such account' USING ERRCODE = '23514', CONSTRAINT = 'account_of_chart';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER of_chart BEFORE INSERT OR UPDATE OF id, owner, asset, code, tracked, floor, label ON ledger.account
  FOR EACH ROW EXECUTE FUNCTION ledger.check_account();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER of_chart;

-- What kinds of entry there are.
CREATE TABLE ledger.kind (
  kind text PRIMARY KEY,
  number smallint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  moves int[] NOT NULL DEFAULT '{}', -- its rules in a form that a statement need not look up: see ledger.move_number
  hold text CHECK (hold IN ('open', 'capture', 'release')), -- what it does with a hold; without one it must not touch frozen accounts
  frozen smallint REFERENCES ledger.chart, -- where its hold keeps the money or the shares
  free smallint REFERENCES ledger.chart, -- where they come from and go back to
  source text, -- type of ledger.source that its ref names
  legs smallint NOT NULL DEFAULT 0, -- how many lines with the outside it has then, each with an amount of the source
  bills boolean NOT NULL, -- may change the money owned, and so makes lines of the bill
  CHECK ((hold IS NULL) = (frozen IS NULL) AND (hold IS NULL) = (free IS NULL)),
  CHECK ((source IS NULL) = (legs = 0))
);

-- Which kinds may touch which account, which way, and what the user's bill calls it.
CREATE TABLE ledger.rule (
  kind text REFERENCES ledger.kind,
  code smallint REFERENCES ledger.chart,
  sign smallint CHECK (sign IN (-1, 1)),
  business_type text, -- of the platform's and the outside's lines, where a change of the money owned is theirs
  PRIMARY KEY (kind, code, sign)
);

-- A kind, an account and a direction as one number.
CREATE FUNCTION ledger.move_number(kind smallint, code smallint, amount bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN amount > 0 THEN kind * 1000 + code ELSE -(kind * 1000 + code) END
$$;

CREATE FUNCTION ledger.keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.kind k
  SET moves = coalesce((SELECT array_agg(ledger.move_number(k.number, r.code, r.sign) ORDER BY r.code, r.sign) FROM ledger.rule r WHERE r.kind = k.kind), '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER moves AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger.rule FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_moves();
ALTER TABLE ledger.rule ENABLE ALWAYS TRIGGER moves;

-- What value comes in or goes out by: a report of a payment rail, a trade, an allotment ... written by the module that
-- learned of it, before the entry. An entry's line must have the amount that its source says.
CREATE TABLE ledger.source (
  type text NOT NULL CHECK (type IN ('rail_event', 'trade', 'allotment', 'dividend', 'conversion', 'margin_result')),
  id text NOT NULL,
  purpose text REFERENCES ledger.kind, -- the only kind that may use it; a trade serves buyer and seller
  owner text, -- the only user it is for, where that is known
  asset text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  other_asset text,
  other_amount bigint CHECK (other_amount > 0),
  mdate text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (type, id),
  CHECK ((other_asset IS NULL) = (other_amount IS NULL)),
  CHECK (type NOT IN ('rail_event', 'dividend', 'conversion', 'margin_result') OR (purpose IS NOT NULL AND owner IS NOT NULL)),
  CHECK (type NOT IN ('trade', 'allotment') OR (asset LIKE 'EQ:%' AND other_asset = 'INR'))
);

-- Requests that were answered with an entry.
CREATE TABLE ledger.idem (
  key text PRIMARY KEY,
  req bytea NOT NULL,
  entry_id bigint NOT NULL
);

CREATE TABLE ledger.entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid uuid NOT NULL UNIQUE,
  kind text NOT NULL,
  ref text NOT NULL,
  actor text NOT NULL,
  mdate ledger.market_date NOT NULL,
  at_ms bigint NOT NULL,
  salt ledger.salt NOT NULL,
  lines ledger.line_count NOT NULL,
  leaf ledger.hash NOT NULL,
  UNIQUE (kind, ref)
);

CREATE TABLE ledger.posting (
  entry_id bigint NOT NULL,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  asset text NOT NULL,
  amount ledger.change NOT NULL,
  after bigint, -- these three of tracked accounts only
  seq bigint,
  prev bytea,
  PRIMARY KEY (entry_id, line),
  UNIQUE (account_id, seq)
);

CREATE TABLE ledger.hold (
  id text PRIMARY KEY,
  owner text NOT NULL,
  asset text NOT NULL,
  code smallint NOT NULL,
  amount bigint NOT NULL,
  unsettled bigint NOT NULL DEFAULT 0, -- the part taken from 122: shares bought and not yet settled
  captured bigint NOT NULL DEFAULT 0,
  released bigint NOT NULL DEFAULT 0,
  expires_ms bigint,
  CONSTRAINT hold_amounts CHECK (amount > 0 AND captured >= 0 AND released >= 0 AND captured + released <= amount AND unsettled BETWEEN 0 AND amount)
) WITH (fillfactor = 80);
CREATE INDEX hold_open ON ledger.hold (owner, asset, code) WHERE captured + released < amount;

-- The bill: every change of the money a user owns (101 to 105 together), in the words of the user, without a gap.
CREATE TABLE ledger.bill_line (
  owner text NOT NULL,
  asset text NOT NULL,
  seq bigint NOT NULL,
  entry_id bigint NOT NULL,
  line smallint NOT NULL,
  business_type text NOT NULL,
  amount bigint NOT NULL,
  before bigint NOT NULL,
  after bigint NOT NULL,
  at_ms bigint NOT NULL,
  mdate text NOT NULL,
  ref text NOT NULL,
  PRIMARY KEY (owner, asset, seq),
  CHECK (after = before + amount)
);

-- Pages of it, newest first: at_ms never runs backwards within an asset.
CREATE INDEX bill_line_at ON ledger.bill_line (owner, at_ms, asset, seq);

-- Everything else in the log: openings and results of draws, rules, acts of the back office.
CREATE TABLE ledger.record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid uuid NOT NULL UNIQUE,
  type text NOT NULL,
  at_ms bigint NOT NULL,
  salt ledger.salt NOT NULL,
  json text NOT NULL, -- hashed as it was written
  leaf ledger.hash NOT NULL
);

-- Entries and records that wait for their place in the tree. No index: it is emptied every second.
CREATE TABLE ledger.unsealed (source "char" NOT NULL, id bigint NOT NULL);
CREATE TABLE ledger.leaf (
  idx bigint PRIMARY KEY,
  hash bytea NOT NULL,
  source "char" NOT NULL, -- e: entry, r: record
  id bigint NOT NULL,
  UNIQUE (source, id)
);
CREATE TABLE ledger.node (level smallint, idx bigint, hash bytea NOT NULL, PRIMARY KEY (level, idx));
CREATE TABLE ledger.checkpoint (size bigint PRIMARY KEY, root bytea NOT NULL, at_ms bigint NOT NULL, note text NOT NULL);

-- What was written stays, for the owner too.
CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append only: no % here', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = '42501';
END $$;

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['entry', 'posting', 'idem', 'record', 'leaf', 'checkpoint', 'source', 'bill_line'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.%I
                    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', t);
    EXECUTE format('ALTER TABLE ledger.%I ENABLE ALWAYS TRIGGER append_only', t);
  END LOOP;
END $$;

-- The second check of every entry, at commit, in code that shares nothing with the first (ledger.write_one, ledger.write_round).
CREATE FUNCTION ledger.recount_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_lines bigint;
  v_amount numeric;
  v_first text;
  v_last text;
BEGIN
  SELECT count(*), sum(p.amount), min(p.asset), max(p.asset) INTO v_lines, v_amount, v_first, v_last
  FROM ledger.posting p WHERE p.entry_id = NEW.id;
  IF v_first <> v_last THEN -- several assets: each for itself
    SELECT max(abs(a.amount)) INTO v_amount
    FROM (SELECT sum(p.amount) AS amount FROM ledger.posting p WHERE p.entry_id = NEW.id GROUP BY p.asset) a;
  END IF;
  IF v_lines <> NEW.lines OR v_amount <> 0 THEN
    RAISE EXCEPTION 'entry % (% %) does not balance, or has not % lines', NEW.id, NEW.kind, NEW.ref, NEW.lines
      USING ERRCODE = '23514', CONSTRAINT = 'entry_balanced';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER recount AFTER INSERT ON ledger.entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.recount_entry();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER recount;
