-- The contradiction that stops money now.
CREATE VIEW console.books_stop_line AS SELECT id, check_name, violations, at_ms FROM ledger.books_stop
  WHERE resumed_ms IS NULL;
