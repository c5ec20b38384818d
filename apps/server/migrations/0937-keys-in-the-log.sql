-- runs as khara_ledger
-- A passkey and an authenticator open an account as a password does: each has a record of its own.

UPDATE ledger.record_type SET what = 'a passkey of a member was added or removed' WHERE type = 'account.key';
INSERT INTO ledger.record_type (type, what) VALUES
  ('account.authenticator', 'an authenticator of a member, with its recovery codes, was switched on or off');
