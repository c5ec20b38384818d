-- runs as khara_ledger
-- Shares bought from an offer for sale or of a block go through the exchange: the entry that pays for them pays their statutory charges too.

INSERT INTO ledger.rule (kind, code, sign, business_type) VALUES
  ('sign_pay', 202, 1, 'charges'), ('block_pay', 202, 1, 'charges');
