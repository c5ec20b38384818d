-- runs as khara_ledger
-- Money that a rail reports and that no recharge asked for (or asked for no longer) waits in rail suspense (303) until the rail takes it back; it
-- is nobody's, so these entries touch no user. And a payout that comes back gives back its fee too: money that did not arrive costs nothing.

INSERT INTO ledger.kind (kind, hold, frozen, free, source, legs, bills) VALUES
  ('rail_unmatched', NULL, NULL, NULL, 'rail_event', 2, false),
  ('rail_unmatched_return', NULL, NULL, NULL, 'rail_event', 2, false);

INSERT INTO ledger.rule (kind, code, sign, business_type) VALUES
  ('rail_unmatched', 301, -1, NULL), ('rail_unmatched', 303, 1, NULL),
  ('rail_unmatched_return', 303, -1, NULL), ('rail_unmatched_return', 301, 1, NULL),
  ('withdraw_return', 201, -1, 'withdrawal_refund'), ('withdraw_return', 202, -1, 'withdrawal_refund');
