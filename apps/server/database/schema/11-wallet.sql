-- The wallet: recharges, bank accounts, withdrawals, conversions, and what rails reported of them. The money itself is
-- in the ledger. Instants are ms of real time.

-- Recharges, each with the state that wallet.check_recharge_step lets it reach.
CREATE TABLE wallet.recharge (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_number text NOT NULL CONSTRAINT recharge_order_number UNIQUE,
  member_id text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('INR', 'USDT')),
  channel text NOT NULL,
  rail text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0), -- minor units
  status text NOT NULL DEFAULT 'in_transfer' CHECK (status IN ('in_transfer', 'passed', 'failed', 'revoked')),
  reason text, -- why it failed: rail_refused, reversed, expired
  pay_to jsonb, -- what the rail answered; null until it has been asked
  request_id text NOT NULL,
  request_hash bytea NOT NULL,
  at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  CONSTRAINT recharge_request UNIQUE (member_id, request_id),
  CHECK ((status = 'failed') = (reason IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX recharge_of_member ON wallet.recharge (member_id, id DESC);
CREATE INDEX recharge_open ON wallet.recharge (expires_at) WHERE status = 'in_transfer';
CREATE TRIGGER recharge_step BEFORE UPDATE ON wallet.recharge FOR EACH ROW
  EXECUTE FUNCTION wallet.check_recharge_step();
-- A recharge is a new movement: it waits while money is stopped.
CREATE TRIGGER stopped BEFORE INSERT ON wallet.recharge FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- Every report of a rail, as it came and once; `effect` says what it did: a second report of the same payment does
-- nothing.
CREATE TABLE wallet.rail_report (
  id text PRIMARY KEY,
  order_number text NOT NULL,
  -- Maker and checker of the back office, where the rail reports nothing by itself.
  reported_by text NOT NULL CHECK (reported_by IN ('rail', 'people')),
  outcome text NOT NULL CHECK (outcome IN ('paid', 'failed', 'reversed')),
  effect text NOT NULL CHECK (effect IN ('credited', 'failed', 'returned', 'none', 'unmatched', 'suspended',
    'sent_back')),
  at bigint NOT NULL,
  -- Of money that no recharge asks for and that waits in suspense: how much it is.
  amount bigint,
  currency text
);
CREATE INDEX rail_report_of ON wallet.rail_report (order_number);

-- The wallet that a member has chosen to see first.
CREATE TABLE wallet.preference (
  member_id text PRIMARY KEY,
  currency text NOT NULL CHECK (currency IN ('INR', 'USDT'))
);

-- Requests that move money, and how each was answered first: by what it made (`ref`), or by a refusal.
CREATE TABLE wallet.request (
  member_id text NOT NULL,
  call text NOT NULL,
  request_id text NOT NULL,
  hash bytea NOT NULL,
  ref text,
  refusal text,
  at bigint NOT NULL,
  PRIMARY KEY (member_id, call, request_id),
  CHECK (ref IS NULL OR refusal IS NULL)
);

-- One account a member at a time. Its number is kept encrypted under a key of its own, which is wrapped by one outside
-- the database, beside its last four digits.
CREATE TABLE wallet.bank_account (
  id text PRIMARY KEY,
  member_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('UPI', 'IMPS', 'NEFT', 'RTGS')),
  key_id text NOT NULL, -- the number as the vault keeps it: see src/security/vault.ts
  wrapped_key bytea NOT NULL,
  body bytea NOT NULL,
  number_hash bytea NOT NULL CHECK (octet_length(number_hash) = 32), -- keyed: tells the same number from another
  last_four text NOT NULL CHECK (last_four ~ '^[0-9]{4}$'),
  holder_name text NOT NULL,
  ifsc text NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  bank_name text NOT NULL,
  bank_address text NOT NULL,
  branch_name text NOT NULL,
  company_name text NOT NULL,
  at bigint NOT NULL,
  deleted_at bigint,
  -- An account that replaces another is paid to only after a wait, which its owner can stop.
  payable_from bigint NOT NULL DEFAULT 0, -- no payout to it is accepted before
  stopped_at bigint -- nor while this is set: its owner has said that the account is not theirs
);
CREATE UNIQUE INDEX bank_account_one ON wallet.bank_account (member_id) WHERE deleted_at IS NULL;
CREATE INDEX bank_account_of_member ON wallet.bank_account (member_id);
CREATE TRIGGER payable_from BEFORE INSERT OR UPDATE ON wallet.bank_account FOR EACH ROW
  EXECUTE FUNCTION wallet.check_payable_from();

-- Withdrawals, each with the state that wallet.check_withdrawal_step lets it reach.
CREATE TABLE wallet.withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_number text NOT NULL CONSTRAINT withdrawal_order_number UNIQUE,
  member_id text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('INR', 'USDT')),
  channel text NOT NULL,
  bank_account_id text REFERENCES wallet.bank_account,
  target text NOT NULL, -- what is paid to, as one text: a target that was paid before is no new one
  shown_to jsonb NOT NULL, -- where to, as the app shows it: no whole account number
  amount bigint NOT NULL CHECK (amount > 0), -- minor units; fee and tax are of it
  fee bigint NOT NULL CHECK (fee >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  status text NOT NULL DEFAULT 'in_transfer' CHECK (status IN ('in_transfer', 'passed', 'paid', 'failed', 'revoked')),
  reason text, -- why it failed: payout_returned, name_mismatch, rail_refused, declined
  rail text NOT NULL,
  decided_by text CHECK (decided_by IN ('sandbox', 'time', 'people')),
  at bigint NOT NULL,
  decides_by bigint NOT NULL, -- approved at this instant when it is undecided
  passed_at bigint,
  paid_at bigint,
  ended_at bigint, -- failed or revoked
  updated_at bigint NOT NULL,
  CHECK (amount > fee + tax),
  CHECK ((currency = 'INR') = (bank_account_id IS NOT NULL)),
  CHECK ((status = 'failed') = (reason IS NOT NULL)),
  CHECK (decided_by IS NULL OR decided_by <> 'time' OR passed_at >= decides_by)
) WITH (fillfactor = 80);
CREATE INDEX withdrawal_of_member ON wallet.withdrawal (member_id, id DESC);
CREATE INDEX withdrawal_open ON wallet.withdrawal (id) WHERE status IN ('in_transfer', 'passed');
CREATE INDEX withdrawal_of_account ON wallet.withdrawal (bank_account_id) WHERE status IN ('in_transfer', 'passed');
CREATE TRIGGER withdrawal_step BEFORE UPDATE ON wallet.withdrawal FOR EACH ROW
  EXECUTE FUNCTION wallet.check_withdrawal_step();
CREATE TRIGGER payout_account BEFORE INSERT ON wallet.withdrawal FOR EACH ROW WHEN (NEW.bank_account_id IS NOT NULL)
  EXECUTE FUNCTION wallet.check_payout_account();

-- What two people decided of a recharge or a withdrawal: who proposed it, and who else agreed. One decision each, and
-- it stays.
CREATE TABLE wallet.decision (
  order_number text PRIMARY KEY,
  approve boolean NOT NULL,
  reason text NOT NULL,
  maker text NOT NULL,
  checker text NOT NULL,
  at bigint NOT NULL,
  CONSTRAINT decision_maker_checker CHECK (maker <> checker)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet.decision FOR EACH STATEMENT
  EXECUTE FUNCTION wallet.keep_decision();

-- Every report of a payout, as it came and once; `effect` says what it did.
CREATE TABLE wallet.payout_report (
  id text PRIMARY KEY,
  order_number text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'returned', 'failed')),
  reason text,
  effect text NOT NULL CHECK (effect IN ('paid', 'returned', 'released', 'none', 'impossible')),
  at bigint NOT NULL
);

-- Conversions between rupees and USDT.
CREATE TABLE wallet.conversion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_number text NOT NULL UNIQUE,
  member_id text NOT NULL,
  from_currency text NOT NULL CHECK (from_currency IN ('INR', 'USDT')),
  to_currency text NOT NULL CHECK (to_currency IN ('INR', 'USDT')),
  amount bigint NOT NULL CHECK (amount > 0),
  received bigint NOT NULL CHECK (received > 0),
  rate_paise bigint NOT NULL CHECK (rate_paise > 0), -- for one USDT
  middle_paise bigint NOT NULL CHECK (middle_paise > 0),
  market_date text NOT NULL,
  at bigint NOT NULL,
  CHECK (from_currency <> to_currency)
);
CREATE INDEX conversion_of_member ON wallet.conversion (member_id, id DESC);
