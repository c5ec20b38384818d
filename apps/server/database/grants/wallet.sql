-- Reports, conversions and decisions are written once.
REVOKE ALL ON SCHEMA wallet FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA wallet FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA wallet FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA wallet FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA wallet TO khara_app;
GRANT SELECT, INSERT ON wallet.conversion, wallet.decision, wallet.payout_report, wallet.rail_report TO khara_app;
GRANT SELECT, INSERT, UPDATE ON
  wallet.bank_account, wallet.preference, wallet.recharge, wallet.request, wallet.withdrawal TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA wallet TO khara_app;
GRANT EXECUTE ON FUNCTION wallet.check_all, wallet.is_replacement TO khara_app;
