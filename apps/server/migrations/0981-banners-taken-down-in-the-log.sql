-- runs as khara_ledger
INSERT INTO ledger.record_type (type, what) VALUES
  ('text.banner_down', 'a banner was taken down by one person');
UPDATE ledger.record_type SET what = 'a banner in its four languages that two people agreed to' WHERE type = 'text.banner';
