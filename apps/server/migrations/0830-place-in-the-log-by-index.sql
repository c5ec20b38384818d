-- runs as khara_ledger
-- Whoever reads entries wants the place of each in the log: it stands in the index by which its leaf is found, and no page of the table is read for it.
ALTER TABLE ledger.leaf DROP CONSTRAINT leaf_source_id_key, ADD CONSTRAINT leaf_source_id_key UNIQUE (source, id) INCLUDE (idx);
