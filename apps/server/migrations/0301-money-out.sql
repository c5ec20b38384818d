-- Money out: the bank account, withdrawals and what became of them, conversions. The money itself is in the ledger. Instants are ms of real time.

-- Whose money may leave. The identity check sets these; nobody is certified by anything else.
ALTER TABLE accounts.member
  ADD COLUMN kyc_status text NOT NULL DEFAULT 'unauthenticated' CHECK (kyc_status IN ('unauthenticated', 'under_review', 'certified', 'failed')),
  ADD COLUMN kyc_name text,
  ADD CHECK (kyc_status <> 'certified' OR kyc_name IS NOT NULL);

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

-- One account a member at a time. Its number is kept encrypted under a key of its own, which is wrapped by one outside the database, beside its last four digits.
CREATE TABLE wallet.bank_account (
  id text PRIMARY KEY,
  member_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('UPI', 'IMPS', 'NEFT', 'RTGS')),
  key_id text NOT NULL, -- the number as the vault keeps it: see src/vault.ts
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
  deleted_at bigint
);
CREATE UNIQUE INDEX bank_account_one ON wallet.bank_account (member_id) WHERE deleted_at IS NULL;

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
  decides_by bigint NOT NULL, -- by then it is approved, if nobody has decided
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

-- What two people decided of a recharge or a withdrawal: who proposed it, and who else agreed. One decision each, and it stays.
CREATE TABLE wallet.decision (
  order_number text PRIMARY KEY,
  approve boolean NOT NULL,
  reason text NOT NULL,
  maker text NOT NULL,
  checker text NOT NULL,
  at bigint NOT NULL,
  CONSTRAINT decision_by_two CHECK (maker <> checker)
);
CREATE FUNCTION wallet.keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decision stays' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet.decision FOR EACH STATEMENT EXECUTE FUNCTION wallet.keep_decision();

-- in_transfer goes to passed, failed or revoked; passed to paid or failed; paid to failed, when the rail sends it back. What people decide needs
-- the two of them, and is what they decided.
CREATE FUNCTION wallet.check_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_number, NEW.member_id, NEW.currency, NEW.channel, NEW.target, NEW.amount, NEW.fee, NEW.tax)
    IS DISTINCT FROM (OLD.order_number, OLD.member_id, OLD.currency, OLD.channel, OLD.target, OLD.amount, OLD.fee, OLD.tax) THEN
    RAISE EXCEPTION 'withdrawal % stays what was asked for', OLD.order_number;
  END IF;
  IF OLD.status <> NEW.status AND NOT (
    (OLD.status = 'in_transfer' AND NEW.status IN ('passed', 'failed', 'revoked'))
    OR (OLD.status = 'passed' AND NEW.status IN ('paid', 'failed'))
    OR (OLD.status = 'paid' AND NEW.status = 'failed')
  ) THEN
    RAISE EXCEPTION 'withdrawal % cannot go from % to %', OLD.order_number, OLD.status, NEW.status;
  END IF;
  IF OLD.status = 'in_transfer' AND NEW.status IN ('passed', 'failed') AND NEW.decided_by IS NULL THEN
    RAISE EXCEPTION 'nobody decided withdrawal %', OLD.order_number;
  END IF;
  IF NEW.decided_by = 'people' AND OLD.decided_by IS NULL AND NOT EXISTS (
    SELECT FROM wallet.decision d WHERE d.order_number = NEW.order_number AND d.approve = (NEW.status = 'passed')
  ) THEN
    RAISE EXCEPTION 'no two people decided withdrawal % so', OLD.order_number;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_step BEFORE UPDATE ON wallet.withdrawal FOR EACH ROW EXECUTE FUNCTION wallet.check_withdrawal_step();

-- Every report of a payout, as it came and once; `effect` says what it did.
CREATE TABLE wallet.payout_report (
  id text PRIMARY KEY,
  order_number text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'returned', 'failed')),
  reason text,
  effect text NOT NULL CHECK (effect IN ('paid', 'returned', 'released', 'none', 'impossible')),
  at bigint NOT NULL
);

-- A recharge's report may say that money came which nobody asked for: it waits in suspense. The report says how much.
ALTER TABLE wallet.rail_report
  ADD COLUMN amount bigint,
  ADD COLUMN currency text,
  DROP CONSTRAINT rail_report_effect_check,
  ADD CONSTRAINT rail_report_effect_check CHECK (effect IN ('credited', 'failed', 'returned', 'none', 'unmatched', 'suspended', 'sent_back'));
CREATE INDEX rail_report_of ON wallet.rail_report (order_number);

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

-- The sandbox's bank pays out too: a payout is reported as paid, and by some amounts as returned afterwards.
ALTER TABLE sandbox_rail.payment
  ADD COLUMN direction text NOT NULL DEFAULT 'in' CHECK (direction IN ('in', 'out')),
  ADD COLUMN currency text NOT NULL DEFAULT 'INR' CHECK (currency IN ('INR', 'USDT')),
  DROP CONSTRAINT payment_state_check,
  ADD CONSTRAINT payment_state_check CHECK (state IN ('pending', 'paid', 'failed', 'reversed', 'returned', 'cancelled'));
ALTER TABLE sandbox_rail.report
  ADD COLUMN reason text,
  DROP CONSTRAINT report_outcome_check,
  ADD CONSTRAINT report_outcome_check CHECK (outcome IN ('paid', 'failed', 'reversed', 'returned'));
