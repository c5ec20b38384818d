-- runs as khara_ledger
-- Shares that a split or a bonus adds to a holding: issued (311) to whoever held the share, settled or not, each by a source of its own.

ALTER TABLE ledger.source
  DROP CONSTRAINT source_type_check,
  ADD CONSTRAINT source_type_check
    CHECK (type IN ('rail_event', 'trade', 'allotment', 'dividend', 'conversion', 'margin_result', 'corporate_action')),
  ADD CONSTRAINT source_corporate_action_check
    CHECK (type <> 'corporate_action' OR (purpose IS NOT NULL AND owner IS NOT NULL AND asset LIKE 'EQ:%' AND other_asset IS NULL));

INSERT INTO ledger.kind (kind, hold, frozen, free, source, legs, bills) VALUES
  ('corporate_credit', NULL, NULL, NULL, 'corporate_action', 1, false);

INSERT INTO ledger.rule (kind, code, sign, business_type) VALUES
  ('corporate_credit', 311, -1, NULL), ('corporate_credit', 120, 1, NULL), ('corporate_credit', 122, 1, NULL);
