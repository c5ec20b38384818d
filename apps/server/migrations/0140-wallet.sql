-- The wallet: recharges and what rails reported of them. The money itself is in the ledger. Instants are ms of real time.

CREATE SCHEMA wallet;

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

-- in_transfer goes to any other state, passed only to failed (taken back by the rail); failed and revoked are final.
CREATE FUNCTION wallet.check_recharge_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND NOT (OLD.status = 'in_transfer' OR (OLD.status = 'passed' AND NEW.status = 'failed')) THEN
    RAISE EXCEPTION 'recharge % cannot go from % to %', OLD.order_number, OLD.status, NEW.status;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER recharge_step BEFORE UPDATE ON wallet.recharge FOR EACH ROW EXECUTE FUNCTION wallet.check_recharge_step();

-- Every report of a rail, as it came and once; `effect` says what it did: a second report of the same payment does nothing.
CREATE TABLE wallet.rail_report (
  id text PRIMARY KEY,
  order_number text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'failed', 'reversed')),
  effect text NOT NULL CHECK (effect IN ('credited', 'failed', 'returned', 'none', 'unmatched')),
  at bigint NOT NULL
);

-- The sandbox's own bank: payments it was asked for, and the reports that it will make. It stands for a party outside, so nothing of the product reads it
-- but its adapter.
CREATE SCHEMA sandbox_rail;

CREATE TABLE sandbox_rail.payment (
  order_number text PRIMARY KEY,
  amount bigint NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'paid', 'failed', 'reversed', 'cancelled')),
  asked_at bigint NOT NULL
);
CREATE TABLE sandbox_rail.report (
  id text PRIMARY KEY,
  order_number text NOT NULL REFERENCES sandbox_rail.payment,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'failed', 'reversed')),
  due_at bigint NOT NULL,
  claimed_at bigint, -- somebody is telling; told again when that is long ago and it is not delivered
  delivered_at bigint
);
CREATE INDEX report_due ON sandbox_rail.report (due_at) WHERE delivered_at IS NULL;
