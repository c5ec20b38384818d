-- What together looks like somebody else in an account: a sign-in from a new device, a password change, a new payout target. Kept for a day; three kinds of
-- it within one meet the rule `takeover_signals`.

CREATE TABLE credit.signal (
  member_id text NOT NULL,
  signal text NOT NULL CHECK (signal IN ('new_device', 'password_changed', 'payout_target')),
  at bigint NOT NULL,
  PRIMARY KEY (member_id, signal, at)
);
