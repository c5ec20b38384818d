-- runs as khara_ledger
INSERT INTO ledger.record_type (type, what) VALUES ('text.version', 'a version of a fixed text that two people agreed to');
