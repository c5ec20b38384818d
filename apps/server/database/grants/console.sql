-- The tables are written by functions and by the role at the door. The back office reads views only.
REVOKE ALL ON SCHEMA console FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA console FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA console FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA console FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA console TO khara_app;
GRANT SELECT ON console.request TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA console TO khara_app;
GRANT EXECUTE ON FUNCTION console.lock_request, console.record_act, console.record_cause, console.record_execution,
  console.recover_factor TO khara_app;

-- The back office, which asks and decides.
GRANT USAGE ON SCHEMA console TO khara_console;
GRANT SELECT ON
  console.account_line, console.announcement_line, console.appeal_line, console.audit_line,
  console.books_stop_line, console.checkpoint_line, console.factor_line, console.identity_line, console.ledger_total,
  console.offering_line, console.recharge_line, console.request_line, console.staff_line, console.vote_line,
  console.waiting, console.withdrawal_line TO khara_console;
GRANT EXECUTE ON FUNCTION console.add_request, console.decide_request TO khara_console;

-- Who signs in to the back office is checked by this role.
GRANT USAGE ON SCHEMA console TO khara_staff;
GRANT SELECT ON console.staff TO khara_staff;
GRANT SELECT, INSERT ON console.recovery_code, console.second_factor TO khara_staff;
GRANT SELECT, INSERT, DELETE ON console.device TO khara_staff;
GRANT SELECT, DELETE ON console.session TO khara_staff;
GRANT UPDATE (used_at) ON console.device TO khara_staff;
GRANT UPDATE (used_at) ON console.recovery_code TO khara_staff;
GRANT UPDATE (key_id, wrapped_key, body, confirmed_at, last_step, due) ON console.second_factor TO khara_staff;
GRANT UPDATE (last_seen_at, ended_at) ON console.session TO khara_staff;
GRANT EXECUTE ON FUNCTION console.add_first_staff, console.open_session TO khara_staff;
