-- Identity checks change their state and are never deleted.
REVOKE ALL ON SCHEMA kyc FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA kyc FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA kyc FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA kyc TO khara_app;
GRANT SELECT, INSERT, UPDATE ON kyc.application TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA kyc TO khara_app;
