-- runs as khara_ledger
INSERT INTO ledger.record_type (type, what) VALUES
  ('text.article', 'an article in its four languages was written, hidden or dropped'),
  ('text.banner', 'a banner in its four languages was saved');
