-- runs as khara_ledger
-- What the log keeps beside the books: of each row that decides something a record with its hash, written by the transaction that writes the row.

INSERT INTO ledger.record_type (type, what) VALUES
  ('account.secrets', 'by what a member signs in and confirms was set or changed'),
  ('account.key', 'a passkey or an authenticator of a member was added or removed'),
  ('account.access', 'a line of what others did about an account, or looked at'),
  ('account.erased', 'what was personal of an account is erased, with the salt of what the log has of it'),
  ('bank.account', 'a bank account was bound or removed'),
  ('identity.check', 'an identity check was handed in or decided'),
  ('market.action', 'a dividend, a split or a bonus was announced'),
  ('ops.line', 'a line of the audit of the back office'),
  ('ops.request', 'what one person asked two people to decide'),
  ('ops.decision', 'what the second person decided'),
  ('score.appeal', 'an appeal about an event of the credit score was decided'),
  ('staff.account', 'an account of the back office was added'),
  ('withdrawal.target', 'where a withdrawal goes, as it was shown and confirmed');
