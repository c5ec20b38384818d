-- The sandbox's own bank: payments it was asked for, and the reports that it will make. It stands for a party outside,
-- so nothing of the product reads it but its adapter. What the bank says has its signature (Ed25519, in hex), by a key
-- that lies outside the database: a row without one credits nothing.

CREATE TABLE sandbox_rail.payment (
  order_number text PRIMARY KEY,
  amount bigint NOT NULL,
  asked_at bigint NOT NULL,
  -- It pays out too: a payout is reported as paid, and by some amounts as returned afterwards.
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  currency text NOT NULL CHECK (currency IN ('INR', 'USDT')),
  account text NOT NULL, -- of the bank, where it is to be paid to; of a payout a keyed hash of where it goes
  reports integer NOT NULL CHECK (reports >= 0), -- that it will make
  signature text NOT NULL,
  cancelled text -- signature of that it will make none
);

CREATE TABLE sandbox_rail.report (
  id text PRIMARY KEY,
  order_number text NOT NULL REFERENCES sandbox_rail.payment,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'failed', 'reversed', 'returned')),
  due_at bigint NOT NULL,
  claimed_at bigint, -- a server is telling it; reported again when that is long ago and it is not delivered
  delivered_at bigint,
  reason text,
  signature text NOT NULL -- of all that the report says, with the payment's amount and account
);
CREATE INDEX report_of_payment ON sandbox_rail.report (order_number);
CREATE INDEX report_due ON sandbox_rail.report (due_at) WHERE delivered_at IS NULL;
