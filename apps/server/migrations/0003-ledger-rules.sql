-- runs as khara_ledger
-- The chart of accounts, the kinds of entry, and which kind may touch which account. docs/ledger.md explains them.

INSERT INTO ledger.chart (code, name, owner, holds, tracked, frozen, outside) VALUES
  (101, 'available', 'u', 'money', true, false, false),
  (102, 'frozen for orders', 'u', 'money', true, true, false),
  (103, 'frozen for subscriptions', 'u', 'money', true, true, false),
  (104, 'frozen for withdrawals', 'u', 'money', true, true, false),
  (105, 'frozen as intraday margin', 'u', 'money', true, true, false),
  (120, 'shares, free', 'u', 'shares', true, false, false),
  (121, 'shares, frozen for a sale', 'u', 'shares', true, true, false),
  (122, 'shares, bought and not yet settled', 'u', 'shares', true, false, false),
  (201, 'brokerage earned', 'p', 'money', false, false, false),
  (202, 'taxes and statutory charges collected', 'p', 'money', false, false, false),
  (210, 'market clearing', 'p', 'any', false, false, true),
  (211, 'issue proceeds', 'p', 'money', false, false, true),
  (212, 'conversion desk', 'p', 'money', false, false, true),
  (220, 'losses absorbed by the platform', 'p', 'money', false, false, false),
  (301, 'rail in', 'x', 'money', false, false, true),
  (302, 'rail out', 'x', 'money', false, false, true),
  (303, 'rail suspense', 'x', 'money', false, false, true),
  (311, 'shares issued', 'x', 'shares', false, false, true);

INSERT INTO ledger.kind (kind, hold, frozen, free, source, legs, bills) VALUES
  ('recharge', NULL, NULL, NULL, 'rail_event', 1, true),
  ('recharge_return', NULL, NULL, NULL, 'rail_event', 1, true),
  ('withdraw_hold', 'open', 104, 101, NULL, 0, false),
  ('withdraw_release', 'release', 104, 101, NULL, 0, false),
  ('withdraw_paid', 'capture', 104, 101, 'rail_event', 1, true),
  ('withdraw_return', NULL, NULL, NULL, 'rail_event', 1, true),
  ('order_hold', 'open', 102, 101, NULL, 0, false),
  ('order_release', 'release', 102, 101, NULL, 0, false),
  ('buy_fill', 'capture', 102, 101, 'trade', 2, true),
  ('settle', NULL, NULL, NULL, NULL, 0, false),
  ('sell_hold', 'open', 121, 120, NULL, 0, false),
  ('sell_release', 'release', 121, 120, NULL, 0, false),
  ('sell_fill', 'capture', 121, 120, 'trade', 2, true),
  ('apply_hold', 'open', 103, 101, NULL, 0, false),
  ('apply_release', 'release', 103, 101, NULL, 0, false),
  ('allot_pay', 'capture', 103, 101, 'allotment', 1, true),
  ('block_pay', 'capture', 103, 101, 'allotment', 1, true),
  ('sign_pay', 'capture', 103, 101, 'allotment', 1, true),
  ('share_credit', NULL, NULL, NULL, 'allotment', 1, false),
  ('margin_hold', 'open', 105, 101, NULL, 0, false),
  ('margin_release', 'release', 105, 101, NULL, 0, false),
  ('margin_settle', 'capture', 105, 101, 'margin_result', 1, true),
  ('convert', NULL, NULL, NULL, 'conversion', 2, true),
  ('dividend', NULL, NULL, NULL, 'dividend', 1, true),
  ('reversal', NULL, NULL, NULL, NULL, 0, true);

INSERT INTO ledger.rule (kind, code, sign, business_type) VALUES
  ('recharge', 301, -1, 'recharge'), ('recharge', 101, 1, NULL),
  -- A rail takes back what it had paid in; what is no longer there is the platform's loss.
  ('recharge_return', 301, 1, 'recharge_return'), ('recharge_return', 101, -1, NULL), ('recharge_return', 220, -1, 'recharge_return'),

  ('withdraw_hold', 101, -1, NULL), ('withdraw_hold', 104, 1, NULL),
  ('withdraw_release', 104, -1, NULL), ('withdraw_release', 101, 1, NULL),
  ('withdraw_paid', 104, -1, NULL), ('withdraw_paid', 302, 1, 'withdrawal'),
  ('withdraw_paid', 201, 1, 'charges'), ('withdraw_paid', 202, 1, 'charges'),
  ('withdraw_return', 302, -1, 'withdrawal_refund'), ('withdraw_return', 101, 1, NULL),

  ('order_hold', 101, -1, NULL), ('order_hold', 102, 1, NULL),
  ('order_release', 102, -1, NULL), ('order_release', 101, 1, NULL),
  ('buy_fill', 102, -1, NULL), ('buy_fill', 101, 1, NULL),
  ('buy_fill', 210, 1, 'buy'), ('buy_fill', 201, 1, 'charges'), ('buy_fill', 202, 1, 'charges'),
  ('buy_fill', 210, -1, NULL), ('buy_fill', 122, 1, NULL),

  ('settle', 122, -1, NULL), ('settle', 120, 1, NULL),

  -- Shares bought and not yet settled may be sold (BTST): they are frozen from 122 when 120 has too few, and go back there.
  ('sell_hold', 120, -1, NULL), ('sell_hold', 122, -1, NULL), ('sell_hold', 121, 1, NULL),
  ('sell_release', 121, -1, NULL), ('sell_release', 120, 1, NULL), ('sell_release', 122, 1, NULL),
  ('sell_fill', 121, -1, NULL), ('sell_fill', 210, 1, NULL),
  ('sell_fill', 210, -1, 'sell'), ('sell_fill', 201, 1, 'charges'), ('sell_fill', 202, 1, 'charges'),
  -- The charges of a tiny sale can exceed its value: then the seller pays, as far as there is money, and the platform the rest.
  ('sell_fill', 101, 1, NULL), ('sell_fill', 101, -1, NULL), ('sell_fill', 220, -1, 'charges'),

  ('apply_hold', 101, -1, NULL), ('apply_hold', 103, 1, NULL),
  ('apply_release', 103, -1, NULL), ('apply_release', 101, 1, NULL),
  ('allot_pay', 103, -1, NULL), ('allot_pay', 101, 1, NULL), ('allot_pay', 211, 1, 'subscription'),
  ('block_pay', 103, -1, NULL), ('block_pay', 101, 1, NULL), ('block_pay', 211, 1, 'block'),
  ('sign_pay', 103, -1, NULL), ('sign_pay', 101, -1, NULL), ('sign_pay', 101, 1, NULL), ('sign_pay', 211, 1, 'placement'),
  ('share_credit', 311, -1, NULL), ('share_credit', 120, 1, NULL),

  ('margin_hold', 101, -1, NULL), ('margin_hold', 105, 1, NULL),
  ('margin_release', 105, -1, NULL), ('margin_release', 101, 1, NULL),
  ('margin_settle', 105, -1, NULL), ('margin_settle', 101, 1, NULL), ('margin_settle', 101, -1, NULL),
  ('margin_settle', 210, 1, 'sell'), ('margin_settle', 210, -1, 'sell'), ('margin_settle', 220, -1, 'sell'),
  ('margin_settle', 201, 1, 'charges'), ('margin_settle', 202, 1, 'charges'),

  ('convert', 101, -1, NULL), ('convert', 101, 1, NULL), ('convert', 212, -1, 'conversion'), ('convert', 212, 1, 'conversion'),
  ('dividend', 210, -1, 'dividend'), ('dividend', 101, 1, NULL), ('dividend', 202, 1, 'charges');

-- An entry that froze or used what was frozen cannot be reversed, so these accounts are not among them.
INSERT INTO ledger.rule (kind, code, sign, business_type)
SELECT 'reversal', c.code, s.sign, CASE WHEN c.owner <> 'u' THEN 'adjustment' END
FROM ledger.chart c CROSS JOIN (VALUES (-1), (1)) AS s (sign)
WHERE NOT c.frozen;
