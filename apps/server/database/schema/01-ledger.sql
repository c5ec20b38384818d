-- The ledger: double entry, append only, hash chained. docs/ledger.md has the chart of accounts and the entry each
-- event makes.
--
-- Assets: INR in paise, USDT in millionths, EQ:<isin> in shares. A positive amount increases what the owner holds.
-- Every entry sums to zero per asset.

-- A constraint on a column is compiled anew by every statement that writes it; a domain's is kept. These are
-- written with every entry, so they are domains.
-- No account may be negative.
CREATE DOMAIN ledger.balance AS bigint CONSTRAINT account_floor CHECK (VALUE >= 0);
CREATE DOMAIN ledger.hash AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN ledger.salt AS bytea CHECK (octet_length(VALUE) = 16);
CREATE DOMAIN ledger.market_date AS text CHECK (VALUE LIKE '____-__-__');

-- What a caller learns of an entry: `replay` when an earlier request was answered by it.
CREATE TYPE ledger.receipt AS (entry_id bigint, uid uuid, replay boolean, leaf bytea, at_ms bigint);

-- Number of leaves, root, and the newest checkpoint. `sealed` is how many leaves the call added, `waits` whether some
-- have to wait for a transaction that is under way.
CREATE TYPE ledger.log_state AS (sealed bigint, size bigint, root bytea, checkpoint_size bigint, checkpoint_ms bigint,
  checkpoint_note text, waits boolean, wrong_entry bigint);

-- What a caller learns of a record.
CREATE TYPE ledger.record_receipt AS (record_id bigint, uid uuid, replay boolean, leaf bytea, at_ms bigint);

-- What became of the n-th hold that was asked for; without an entry it was refused.
CREATE TYPE ledger.held AS (n int, entry_id bigint, uid uuid, leaf bytea, at_ms bigint, unsettled bigint);

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

-- Users by the number that entries have for them, and assets likewise. What a number means never changes: leaves are
-- made of the names. 0 is no user.
CREATE TABLE ledger.person (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL UNIQUE CHECK (owner ~ '^u:[A-Za-z0-9_-]{1,40}$')
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.person
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.person ENABLE ALWAYS TRIGGER append_only;

-- Money is 1 and 2: an entry's arrays of what is owned after it are by these numbers.
CREATE TABLE ledger.asset (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^(INR|USDT|EQ:[A-Z0-9]{1,20})$'),
  CHECK ((id <= 2) = (name NOT LIKE 'EQ:%'))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.asset
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.asset ENABLE ALWAYS TRIGGER append_only;

-- Accounts of users: what each is never changes. The platform's and the outside's have no row: their lines are
-- untracked.
CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  asset text NOT NULL,
  code smallint NOT NULL,
  person int NOT NULL REFERENCES ledger.person, -- the same owner and asset, as entries name them
  asset_id int NOT NULL REFERENCES ledger.asset,
  balance ledger.balance NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0, -- number of its lines
  head ledger.hash NOT NULL DEFAULT decode(repeat('00', 32), 'hex'), -- of its hash chain
  last_ms bigint NOT NULL DEFAULT 0, -- instant of its newest entry: statements never run backwards
  label bytea NOT NULL, -- owner, asset and code as they are hashed
  -- Of account 101 only: the money owned over 101 to 105, and how many lines its bill has.
  owned ledger.balance NOT NULL DEFAULT 0,
  bill_seq bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, asset, code),
  UNIQUE (person, asset_id, code)
) WITH (fillfactor = 70); -- room for the next version of a row beside it: balances change all the time
CREATE TRIGGER of_chart BEFORE INSERT ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.check_account();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER of_chart;
CREATE TRIGGER stays BEFORE UPDATE OF id, owner, asset, code, person, asset_id, label ON ledger.account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_accounts();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER stays;

-- What kinds of entry there are.
CREATE TABLE ledger.kind (
  kind text PRIMARY KEY,
  number smallint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  moves int[] NOT NULL DEFAULT '{}', -- its rules in a form that a statement need not look up: see ledger.move_number
  words text[] NOT NULL DEFAULT '{}', -- what the bill calls each of these moves
  -- what it does with a hold; without one it must not touch frozen accounts
  hold text CHECK (hold IN ('open', 'capture', 'release')),
  frozen smallint REFERENCES ledger.chart, -- where its hold keeps the money or the shares
  free smallint REFERENCES ledger.chart, -- where they come from and go back to
  source text, -- type of ledger.source that its ref names
  legs smallint NOT NULL DEFAULT 0, -- how many lines with the outside it has then, each with an amount of the source
  bills boolean NOT NULL, -- may change the money owned, and so makes lines of the bill
  -- Whether the kind opens holds and its rules let it move what a hold moves: asked once, when kind or rules change,
  -- and not of each hold.
  opens boolean NOT NULL DEFAULT false,
  CHECK ((hold IS NULL) = (frozen IS NULL) AND (hold IS NULL) = (free IS NULL)),
  CHECK ((source IS NULL) = (legs = 0))
);
CREATE TRIGGER opens BEFORE INSERT OR UPDATE ON ledger.kind FOR EACH ROW EXECUTE FUNCTION ledger.keep_opens();
ALTER TABLE ledger.kind ENABLE ALWAYS TRIGGER opens;

-- A kind, an account and a direction as one number: ledger.kind keeps the rules of a kind in this form.
CREATE FUNCTION ledger.move_number(kind smallint, code smallint, amount bigint) RETURNS int
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN amount > 0 THEN kind * 1000 + code ELSE -(kind * 1000 + code) END
$$;

-- Which kinds may touch which account, which way, and what the user's bill calls it.
CREATE TABLE ledger.rule (
  kind text REFERENCES ledger.kind,
  code smallint REFERENCES ledger.chart,
  sign smallint CHECK (sign IN (-1, 1)),
  business_type text, -- of the platform's and the outside's lines, where a change of the money owned is theirs
  PRIMARY KEY (kind, code, sign)
);
CREATE TRIGGER moves AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger.rule FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.keep_moves();
ALTER TABLE ledger.rule ENABLE ALWAYS TRIGGER moves;

-- What value comes in or goes out by: a report of a payment rail, a trade, an allotment ... written by the module that
-- learned of it, before the entry. An entry's line must have the amount that its source says.
CREATE TABLE ledger.source (
  type text NOT NULL CHECK (type IN ('rail_event', 'trade', 'allotment', 'dividend', 'conversion', 'margin_result',
    'corporate_action', 'product_change', 'short_delivery', 'rights', 'buyback', 'practice')),
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
  CHECK (type NOT IN ('rail_event', 'dividend', 'conversion', 'margin_result', 'product_change', 'short_delivery',
      'rights', 'buyback', 'practice')
    OR (purpose IS NOT NULL AND owner IS NOT NULL)),
  CHECK (type NOT IN ('trade', 'allotment', 'product_change', 'rights', 'buyback')
    OR (asset LIKE 'EQ:%' AND other_asset = 'INR')),
  CONSTRAINT source_corporate_action_check
    CHECK (type <> 'corporate_action' OR (purpose IS NOT NULL AND owner IS NOT NULL AND asset LIKE 'EQ:%'
      AND other_asset IS NULL))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.source
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.source ENABLE ALWAYS TRIGGER append_only;

-- Requests that were answered with an entry.
CREATE TABLE ledger.idem (
  key text PRIMARY KEY,
  req bytea NOT NULL,
  entry_id bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.idem
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.idem ENABLE ALWAYS TRIGGER append_only;

-- An entry of the books with its lines, each as an element of the arrays. `leaf` is the hash of all of it. The views
-- ledger.posting and ledger.bill_line show it line by line.
CREATE TABLE ledger.entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid uuid NOT NULL UNIQUE,
  kind text NOT NULL,
  ref text NOT NULL,
  actor text NOT NULL,
  mdate ledger.market_date NOT NULL,
  at_ms bigint NOT NULL,
  salt ledger.salt NOT NULL,
  leaf ledger.hash NOT NULL,
  person int NOT NULL, -- whose tracked accounts it touches; 0 for none
  asset int[] NOT NULL,
  code smallint[] NOT NULL,
  amount bigint[] NOT NULL,
  -- Of lines on tracked accounts, null for the others: the balance after the line, and its number in the account.
  after bigint[] NOT NULL,
  seq bigint[] NOT NULL,
  prev bytea NOT NULL, -- heads of the tracked accounts' hash chains before it, 32 bytes each, in the order of the lines
  -- By the number of the money, where what is owned of it changes (101 to 105 together): how much it is then, and how
  -- many lines the bill has.
  owned bigint[],
  bill_seq bigint[],
  UNIQUE (kind, ref)
);
-- A user's entries in their order: statements and chains are pages of it.
CREATE INDEX entry_of_person ON ledger.entry (person, id);
CREATE INDEX entry_of_allotment ON ledger.entry (person) WHERE kind IN ('allot_pay', 'block_pay', 'sign_pay');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER append_only;
CREATE TRIGGER recount AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS new_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.recount_entries();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER recount;
-- Of the movements that open no hold this one is the member's own; the others end something.
CREATE TRIGGER stopped BEFORE INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.kind = 'convert')
  EXECUTE FUNCTION ledger.refuse_while_stopped();
-- A member's signature of a placement takes what is unpaid from what is available, without a hold: a new movement,
-- which waits while money is stopped. Other payments for allotments use holds only: they settle what was accepted
-- before.
CREATE TRIGGER stopped_signature BEFORE INSERT ON ledger.entry
  FOR EACH ROW WHEN (NEW.kind = 'sign_pay' AND NEW.actor = 'user') EXECUTE FUNCTION ledger.refuse_while_stopped();
-- A member who owes spends nothing. Orders are asked before they are matched (trading.begin_orders).
CREATE TRIGGER debtor BEFORE INSERT ON ledger.entry FOR EACH ROW
  WHEN (NEW.actor = 'user' AND NEW.kind IN ('convert', 'sign_pay', 'to_delivery', 'to_intraday'))
  EXECUTE FUNCTION ledger.refuse_debtor();
CREATE TRIGGER debts AFTER INSERT ON ledger.entry FOR EACH ROW WHEN (220 = ANY (NEW.code))
  EXECUTE FUNCTION ledger.keep_debts();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER debts;

-- What members owe. Whatever the platform bears of a member's loss (220) is a debt, and what its member has or gets
-- pays it (decision 9). Only ledger.keep_debts writes here.
CREATE TABLE ledger.debt (
  uid uuid PRIMARY KEY, -- of the entry by which the platform bore it
  owner text NOT NULL,
  asset text NOT NULL,
  mdate ledger.market_date NOT NULL, -- on which it was borne
  amount bigint NOT NULL CHECK (amount > 0),
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND amount)
) WITH (fillfactor = 80);
CREATE INDEX debt_of_owner ON ledger.debt (owner) WHERE remaining > 0;
CREATE INDEX debt_of_date ON ledger.debt (mdate) WHERE remaining > 0;

-- What is frozen, and what became of it.
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
  -- A table's CHECK is read from its text by every statement that writes a row: few words are quick.
  CONSTRAINT hold_amounts CHECK (amount > 0 AND least(captured, released, unsettled) >= 0
    AND greatest(captured + released, unsettled) <= amount)
) WITH (fillfactor = 80);
-- Once a statement, however many holds it opens, and after it, since only then its rows can be looked at.
CREATE TRIGGER stopped AFTER INSERT ON ledger.hold REFERENCING NEW TABLE AS new_hold FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();
-- Of a subscription, a rights issue or a withdrawal.
CREATE TRIGGER debtor BEFORE INSERT ON ledger.hold FOR EACH ROW WHEN (NEW.code IN (103, 104))
  EXECUTE FUNCTION ledger.refuse_debtor();

-- What records there can be: they are in the log beside the entries.
CREATE TABLE ledger.record_type (
  type text PRIMARY KEY,
  -- Who may write it: the server by its own call (ledger.add_record), or functions of the database alone, which write
  -- what such a record says in the same breath (ledger.note_record).
  written_by text NOT NULL CHECK (written_by IN ('server', 'functions')),
  what text NOT NULL
);

-- Everything else in the log: openings and results of draws, rules, acts of the back office.
CREATE TABLE ledger.record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid uuid NOT NULL UNIQUE,
  type text NOT NULL REFERENCES ledger.record_type,
  at_ms bigint NOT NULL,
  salt ledger.salt NOT NULL,
  json text NOT NULL, -- hashed as it was written
  leaf ledger.hash NOT NULL,
  ref text -- what a record is about, once per type, for a caller that is cut off and comes again; it is not hashed
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.record
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.record ENABLE ALWAYS TRIGGER append_only;
CREATE UNIQUE INDEX record_once ON ledger.record (type, ref);
CREATE INDEX record_by_type ON ledger.record (type, id);
-- The newest record of a row: what lets a member in is held against it.
CREATE INDEX record_of_row ON ledger.record (type, (json::jsonb ->> 'id'), id);
CREATE CONSTRAINT TRIGGER is_signed AFTER INSERT ON ledger.record DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.type NOT IN ('key.rotate', 'node.certify', 'node.retire')) -- the log's key signs their text
  EXECUTE FUNCTION ledger.refuse_unsigned();

-- Signatures of records. The server that wrote them has signed all of one transaction together, by a key that the
-- database does not have: a record that was written by hand has none, and gets no place in the log.
CREATE TABLE ledger.record_signature (
  record_id bigint PRIMARY KEY,
  asked text, -- the session or the person at whose request it was written
  signer bytea NOT NULL CHECK (octet_length(signer) = 32), -- public key of the server; the log has its certificate
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  place int NOT NULL, -- among those that were signed with it
  size int NOT NULL, -- how many they are
  path bytea NOT NULL CHECK (octet_length(path) % 32 = 0) -- from its hash to the root that was signed
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.record_signature
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.record_signature ENABLE ALWAYS TRIGGER append_only;

-- The log: the hashes of its leaves in the order of their places (level 0), and above them the roots of complete tiles,
-- 256 in a row. Entries and records have their places in the order of their ids, so the newest of both up to a tile's
-- end say where each is; what is newer waits (the view ledger.unsealed). Only the last tile of a level grows.
CREATE TABLE ledger.tile (
  level smallint NOT NULL,
  idx bigint NOT NULL,
  hashes bytea NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 8192 AND octet_length(hashes) % 32 = 0),
  entry_id bigint, -- of leaves only
  record_id bigint,
  PRIMARY KEY (level, idx),
  CHECK ((level = 0) = (entry_id IS NOT NULL) AND (level = 0) = (record_id IS NOT NULL))
);
ALTER TABLE ledger.tile ALTER COLUMN hashes SET STORAGE EXTERNAL; -- hashes do not get shorter by compression
CREATE INDEX tile_of_entry ON ledger.tile (entry_id, idx) WHERE level = 0;
CREATE INDEX tile_of_record ON ledger.tile (record_id, idx) WHERE level = 0;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON ledger.tile
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.tile ENABLE ALWAYS TRIGGER append_only;
CREATE TRIGGER grows BEFORE UPDATE ON ledger.tile FOR EACH ROW EXECUTE FUNCTION ledger.keep_tiles();
ALTER TABLE ledger.tile ENABLE ALWAYS TRIGGER grows;

-- Ids that the sealer missed when it looked: those up to `upto` are decided when the transactions have ended that were
-- under way then and had taken an id. See ledger.next_to_seal.
CREATE TABLE ledger.gap (
  source "char" PRIMARY KEY, -- e: entries, r: records
  upto bigint NOT NULL,
  writers text[] NOT NULL -- virtual transaction ids
);

-- Signed checkpoints. A log that does not grow is signed anew every ten minutes: several may have one size, and then
-- one root.
CREATE TABLE ledger.checkpoint (
  size bigint,
  root bytea NOT NULL,
  at_ms bigint NOT NULL,
  note text NOT NULL,
  -- Checkpoints are counted, and each carries a hash over all before it: one that is taken away leaves a gap. The
  -- record of each market day's closing names the newest one by number and hash, so that the count cannot be made anew
  -- either.
  number bigint NOT NULL UNIQUE,
  chain ledger.hash NOT NULL,
  PRIMARY KEY (size, at_ms)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.checkpoint ENABLE ALWAYS TRIGGER append_only;
-- The newest instant is asked for at every checkpoint.
CREATE INDEX checkpoint_at ON ledger.checkpoint (at_ms);

-- Signatures of receipts, each under the first entry that it is of: every server answers a repeat with the same bytes.
CREATE TABLE ledger.signed_receipt (
  uid uuid PRIMARY KEY,
  others uuid[] NOT NULL, -- entries that were signed with it, in their order
  signer bytea NOT NULL CHECK (octet_length(signer) = 32), -- public key of the server; the log has its certificate
  signature bytea NOT NULL CHECK (octet_length(signature) = 64)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.signed_receipt
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
ALTER TABLE ledger.signed_receipt ENABLE ALWAYS TRIGGER append_only;

-- When a check contradicts the books, no new money movement is taken until two people have recorded why. Beginning,
-- causes and end are records of the log.
CREATE TABLE ledger.books_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_name text NOT NULL,
  violations bigint NOT NULL CHECK (violations > 0),
  sample text NOT NULL,
  at_ms bigint NOT NULL,
  resumed_ms bigint
);
CREATE UNIQUE INDEX one_stop_at_a_time ON ledger.books_stop ((true)) WHERE resumed_ms IS NULL;

-- Why the books were contradicted: two causes, of two people, let money move again.
CREATE TABLE ledger.books_cause (
  stop_id bigint NOT NULL REFERENCES ledger.books_stop,
  actor text NOT NULL CHECK (actor <> ''),
  cause text NOT NULL CHECK (length(cause) BETWEEN 10 AND 2000),
  at_ms bigint NOT NULL,
  PRIMARY KEY (stop_id, actor)
);

-- Which keys an installation has: an HMAC of a constant under each, which says nothing of the key. A server with other
-- keys is refused before it changes anything; only the administrator's connection of a start reads or writes it.
CREATE TABLE ledger.key_fingerprint (
  name text PRIMARY KEY,
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);
