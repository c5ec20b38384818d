-- runs as khara_ledger
-- Charges of an intraday fill that has no result yet (or exactly none): out of the margin, then of what is available, then borne by the
-- platform, as a loss is. A result itself is `margin_settle`.

INSERT INTO ledger.kind (kind, hold, frozen, free, source, legs, bills) VALUES ('margin_charge', 'capture', 105, 101, NULL, 0, true);
INSERT INTO ledger.rule (kind, code, sign, business_type) VALUES
  ('margin_charge', 105, -1, NULL), ('margin_charge', 101, 1, NULL), ('margin_charge', 101, -1, NULL),
  ('margin_charge', 201, 1, 'charges'), ('margin_charge', 202, 1, 'charges'), ('margin_charge', 220, -1, 'charges');
