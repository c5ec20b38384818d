-- The newest checkpoint.
CREATE VIEW console.checkpoint_line AS SELECT size, note FROM ledger.checkpoint ORDER BY size DESC LIMIT 1;
