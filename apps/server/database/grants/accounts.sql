-- The access log is written once. Members stay, and what comes and goes is deleted.
REVOKE ALL ON SCHEMA accounts FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA accounts FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA accounts FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA accounts FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA accounts TO khara_app;
GRANT SELECT, INSERT ON accounts.access TO khara_app;
GRANT SELECT, INSERT, UPDATE ON
  accounts.member, accounts.recovery_code, accounts.transaction_password_attempts TO khara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  accounts.device, accounts.passkey, accounts.passkey_challenge, accounts.session, accounts.totp, accounts.attempts,
  accounts.program_key, accounts.program_login, accounts.kept_identity TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA accounts TO khara_app;
GRANT EXECUTE ON FUNCTION accounts.erase_member, accounts.may_close TO khara_app;
