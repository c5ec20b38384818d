-- Which kinds of entry may touch which account, which way, and what the user's bill calls it.
INSERT INTO ledger.rule (kind, code, sign, business_type) VALUES
  ('recharge', 301, -1, 'recharge'), ('recharge', 101, 1, NULL),
  -- The paper money of a practice account, once: no rail brings it.
  ('practice_start', 301, -1, 'recharge'), ('practice_start', 101, 1, NULL),
  -- A rail takes back what it had paid in; what is no longer there is the platform's loss.
  ('recharge_return', 301, 1, 'recharge_return'), ('recharge_return', 101, -1, NULL),
  ('recharge_return', 220, -1, 'recharge_return'),
  -- Money that a rail reports and no recharge asks for waits in suspense (303) until the rail takes it back. It belongs
  -- to no user, so these entries touch none.
  ('rail_unmatched', 301, -1, NULL), ('rail_unmatched', 303, 1, NULL),
  ('rail_unmatched_return', 303, -1, NULL), ('rail_unmatched_return', 301, 1, NULL),

  ('withdraw_hold', 101, -1, NULL), ('withdraw_hold', 104, 1, NULL),
  ('withdraw_release', 104, -1, NULL), ('withdraw_release', 101, 1, NULL),
  ('withdraw_paid', 104, -1, NULL), ('withdraw_paid', 302, 1, 'withdrawal'),
  ('withdraw_paid', 201, 1, 'charges'), ('withdraw_paid', 202, 1, 'charges'),
  -- A payout that comes back gives back its fee too: money that did not arrive costs nothing.
  ('withdraw_return', 302, -1, 'withdrawal_refund'), ('withdraw_return', 101, 1, NULL),
  ('withdraw_return', 201, -1, 'withdrawal_refund'), ('withdraw_return', 202, -1, 'withdrawal_refund'),

  -- What an order is filled for as it is placed is never held.
  ('buy', 101, -1, NULL), ('buy', 210, 1, 'buy'), ('buy', 201, 1, 'charges'), ('buy', 202, 1, 'charges'),
  ('buy', 210, -1, NULL), ('buy', 122, 1, NULL),
  ('sell', 120, -1, NULL), ('sell', 122, -1, NULL), ('sell', 210, 1, NULL),
  ('sell', 210, -1, 'sell'), ('sell', 201, 1, 'charges'), ('sell', 202, 1, 'charges'),
  ('sell', 101, 1, NULL), ('sell', 101, -1, NULL), ('sell', 220, -1, 'charges'),

  ('order_hold', 101, -1, NULL), ('order_hold', 102, 1, NULL),
  ('order_release', 102, -1, NULL), ('order_release', 101, 1, NULL),
  ('buy_fill', 102, -1, NULL), ('buy_fill', 101, 1, NULL),
  ('buy_fill', 210, 1, 'buy'), ('buy_fill', 201, 1, 'charges'), ('buy_fill', 202, 1, 'charges'),
  ('buy_fill', 210, -1, NULL), ('buy_fill', 122, 1, NULL),

  ('settle', 122, -1, NULL), ('settle', 120, 1, NULL),

  -- Shares bought and not yet settled may be sold (BTST): they are frozen from 122 when 120 has too few, and go back
  -- there.
  ('sell_hold', 120, -1, NULL), ('sell_hold', 122, -1, NULL), ('sell_hold', 121, 1, NULL),
  ('sell_release', 121, -1, NULL), ('sell_release', 120, 1, NULL), ('sell_release', 122, 1, NULL),
  ('sell_fill', 121, -1, NULL), ('sell_fill', 210, 1, NULL),
  ('sell_fill', 210, -1, 'sell'), ('sell_fill', 201, 1, 'charges'), ('sell_fill', 202, 1, 'charges'),
  -- The charges of a tiny sale can exceed its value: then the seller pays, as far as there is money, and the platform
  -- the rest.
  ('sell_fill', 101, 1, NULL), ('sell_fill', 101, -1, NULL), ('sell_fill', 220, -1, 'charges'),

  ('apply_hold', 101, -1, NULL), ('apply_hold', 103, 1, NULL),
  ('apply_release', 103, -1, NULL), ('apply_release', 101, 1, NULL),
  ('allot_pay', 103, -1, NULL), ('allot_pay', 101, 1, NULL), ('allot_pay', 211, 1, 'subscription'),
  -- Shares of a block, and those of an offer for sale (sign_pay), go through the exchange: the entry that pays for them
  -- pays their statutory charges too.
  ('block_pay', 103, -1, NULL), ('block_pay', 101, 1, NULL), ('block_pay', 211, 1, 'block'),
  ('block_pay', 202, 1, 'charges'),
  ('sign_pay', 103, -1, NULL), ('sign_pay', 101, -1, NULL), ('sign_pay', 101, 1, NULL),
  ('sign_pay', 211, 1, 'placement'), ('sign_pay', 202, 1, 'charges'),
  ('share_credit', 311, -1, NULL), ('share_credit', 120, 1, NULL),
  -- Shares that a split or a bonus adds to a holding are issued (311) to its owner, settled or not, each by a source of
  -- its own.
  ('corporate_credit', 311, -1, NULL), ('corporate_credit', 120, 1, NULL), ('corporate_credit', 122, 1, NULL),

  ('margin_hold', 101, -1, NULL), ('margin_hold', 105, 1, NULL),
  ('margin_release', 105, -1, NULL), ('margin_release', 101, 1, NULL),
  ('margin_settle', 105, -1, NULL), ('margin_settle', 101, 1, NULL), ('margin_settle', 101, -1, NULL),
  ('margin_settle', 210, 1, 'intraday'), ('margin_settle', 210, -1, 'intraday'),
  ('margin_settle', 220, -1, 'intraday'),
  ('margin_settle', 201, 1, 'charges'), ('margin_settle', 202, 1, 'charges'),
  -- Charges of an intraday fill without a result, or with a result of exactly zero: out of the margin, then of what is
  -- available, then borne by the platform, as a loss is.
  ('margin_charge', 105, -1, NULL), ('margin_charge', 101, 1, NULL), ('margin_charge', 101, -1, NULL),
  ('margin_charge', 201, 1, 'charges'), ('margin_charge', 202, 1, 'charges'), ('margin_charge', 220, -1, 'charges'),

  -- What the final charges of a day are less than what was charged, or more: out of what is available, then borne by
  -- the platform.
  ('contract_note', 101, 1, NULL), ('contract_note', 101, -1, NULL),
  ('contract_note', 202, -1, 'contract_note'), ('contract_note', 202, 1, 'contract_note'),
  ('contract_note', 220, -1, 'contract_note'),

  -- Shares of an intraday position become delivery: they are paid for, with the taxes of delivery. The other way round
  -- they go back, and what they cost comes back.
  ('to_delivery', 101, -1, NULL), ('to_delivery', 210, 1, 'product_change'), ('to_delivery', 202, 1, 'charges'),
  ('to_delivery', 210, -1, NULL), ('to_delivery', 122, 1, NULL),
  ('to_intraday', 122, -1, NULL), ('to_intraday', 210, 1, NULL),
  ('to_intraday', 210, -1, 'product_change'), ('to_intraday', 101, 1, NULL),

  -- What shares that were sold and not delivered cost over their sale: out of what is available, then borne by the
  -- platform.
  ('short_sale', 101, -1, NULL), ('short_sale', 220, -1, 'auction'), ('short_sale', 210, 1, 'auction'),
  -- Shares that were bought and never come: their buyer gets the close-out money.
  ('close_out', 122, -1, NULL), ('close_out', 210, 1, NULL),
  ('close_out', 210, -1, 'auction'), ('close_out', 101, 1, NULL),

  -- Shares that are tendered to a buyback, and entitlements that are used, are frozen until the offer is settled. What
  -- is used or bought back leaves the world of users, as unused entitlements do (311).
  ('corporate_hold', 120, -1, NULL), ('corporate_hold', 121, 1, NULL),
  ('corporate_release', 121, -1, NULL), ('corporate_release', 120, 1, NULL),
  ('entitlement_used', 121, -1, NULL), ('entitlement_used', 120, 1, NULL), ('entitlement_used', 311, 1, NULL),
  ('entitlement_lapsed', 120, -1, NULL), ('entitlement_lapsed', 122, -1, NULL), ('entitlement_lapsed', 311, 1, NULL),
  ('rights_hold', 101, -1, NULL), ('rights_hold', 103, 1, NULL),
  ('rights_release', 103, -1, NULL), ('rights_release', 101, 1, NULL),
  ('rights_pay', 103, -1, NULL), ('rights_pay', 101, 1, NULL), ('rights_pay', 211, 1, 'subscription'),
  ('rights_pay', 311, -1, NULL), ('rights_pay', 120, 1, NULL),
  ('buyback', 121, -1, NULL), ('buyback', 120, 1, NULL), ('buyback', 311, 1, NULL),
  ('buyback', 210, -1, 'buyback'), ('buyback', 101, 1, NULL), ('buyback', 202, 1, 'charges'),

  ('convert', 101, -1, NULL), ('convert', 101, 1, NULL),
  ('convert', 212, -1, 'conversion'), ('convert', 212, 1, 'conversion'),
  ('dividend', 210, -1, 'dividend'), ('dividend', 101, 1, NULL), ('dividend', 202, 1, 'charges'),
  -- A part of a share that a bonus or a demerger leaves is sold, with those of others, and is no dividend.
  ('share_part', 210, -1, 'share_part'), ('share_part', 101, 1, NULL),
  -- What the platform has borne for a member is paid back by the next money that is there.
  ('debt_paid', 101, -1, NULL), ('debt_paid', 220, 1, 'debt_paid');

-- An entry that froze or used what was frozen cannot be reversed, so these accounts are not among them.
INSERT INTO ledger.rule (kind, code, sign, business_type)
SELECT 'reversal', c.code, s.sign, CASE WHEN c.owner <> 'u' THEN 'adjustment' END
FROM ledger.chart c CROSS JOIN (VALUES (-1), (1)) AS s (sign)
WHERE NOT c.frozen;
