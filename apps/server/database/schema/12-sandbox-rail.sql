-- The sandbox's own bank: payments it was asked for, and the reports that it will make. It stands for a party outside,
-- so nothing of the product reads it but its adapter.

CREATE TABLE sandbox_rail.payment (
  order_number text PRIMARY KEY,
  amount bigint NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'paid', 'failed', 'reversed', 'returned',
    'cancelled')),
  asked_at bigint NOT NULL,
  -- It pays out too: a payout is reported as paid, and by some amounts as returned afterwards.
  direction text NOT NULL DEFAULT 'in' CHECK (direction IN ('in', 'out')),
  currency text NOT NULL DEFAULT 'INR' CHECK (currency IN ('INR', 'USDT'))
);

CREATE TABLE sandbox_rail.report (
  id text PRIMARY KEY,
  order_number text NOT NULL REFERENCES sandbox_rail.payment,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'failed', 'reversed', 'returned')),
  due_at bigint NOT NULL,
  claimed_at bigint, -- a server is telling it; reported again when that is long ago and it is not delivered
  delivered_at bigint,
  reason text
);
CREATE INDEX report_due ON sandbox_rail.report (due_at) WHERE delivered_at IS NULL;
