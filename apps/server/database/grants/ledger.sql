-- The server reads the ledger and calls its functions; it writes no row by itself.
REVOKE ALL ON SCHEMA ledger FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_owner;
REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_owner;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA ledger FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_owner;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_owner;

-- The server.
GRANT USAGE ON SCHEMA ledger TO khara_app;
GRANT SELECT ON
  ledger.account, ledger.asset, ledger.bill_line, ledger.books_cause, ledger.books_stop, ledger.chart,
  ledger.checkpoint, ledger.debt, ledger.entry, ledger.hold, ledger.idem, ledger.key_fingerprint, ledger.kind,
  ledger.person,
  ledger.posting, ledger.record, ledger.record_signature, ledger.record_type, ledger.rule, ledger.signed_receipt,
  ledger.source, ledger.tile, ledger.unsealed TO khara_app;
GRANT EXECUTE ON FUNCTION
  ledger.account_of, ledger.add_checkpoint, ledger.add_record, ledger.add_sources, ledger.hold_capture,
  ledger.hold_open, ledger.hold_open_batch, ledger.hold_release, ledger.keep_receipts, ledger.place_in_log, ledger.post,
  ledger.post_batch, ledger.refuse_new_movement, ledger.seal, ledger.sign_records, ledger.stop_books,
  ledger.write_entries, ledger.written_records TO khara_app;

-- Who works in the back office, and who lets people into it: their functions write records, which the server signs.
GRANT USAGE ON SCHEMA ledger TO khara_console, khara_staff;
GRANT EXECUTE ON FUNCTION ledger.sign_records, ledger.written_records TO khara_console, khara_staff;

-- The owner of the other schemas: its functions call these.
GRANT USAGE ON SCHEMA ledger TO khara_owner;
GRANT SELECT ON
  ledger.account, ledger.asset, ledger.bill_line, ledger.books_cause, ledger.books_stop, ledger.chart,
  ledger.checkpoint, ledger.debt, ledger.entry, ledger.hold, ledger.idem, ledger.kind, ledger.person, ledger.posting,
  ledger.record,
  ledger.record_type, ledger.rule, ledger.source, ledger.tile, ledger.unsealed TO khara_owner;
GRANT EXECUTE ON FUNCTION
  ledger.account_of, ledger.note_record, ledger.add_sources, ledger.hold_capture, ledger.hold_open,
  ledger.hold_open_batch, ledger.hold_release, ledger.post, ledger.post_batch, ledger.record_cause,
  ledger.refuse_new_movement, ledger.refuse_while_stopped TO khara_owner;
