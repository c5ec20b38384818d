-- What each rule of the credit score costs, and for how many milliseconds it counts. packages/credit has the same
-- table, and a test compares the two.
INSERT INTO credit.rule (id, points, life_ms) VALUES
  ('duplicate_identity', -60, 2592000000),
  ('name_mismatch',      -25, 1209600000),
  ('order_flood',        -5,  86400000),
  ('payout_returned',    -10, 604800000),
  ('recharge_reversed',  -50, 2592000000),
  ('takeover_signals',   -45, 86400000);
