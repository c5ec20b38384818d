-- The checks of the ledger run with the rights of their owner.
REVOKE ALL ON SCHEMA audit FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_owner;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA audit FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_owner;

-- The server.
GRANT USAGE ON SCHEMA audit TO khara_app;
GRANT EXECUTE ON FUNCTION audit.check_all, audit.check_often TO khara_app;

-- The queue of jobs and the daily checks.
GRANT USAGE ON SCHEMA audit TO khara_job;
GRANT EXECUTE ON FUNCTION audit.check_all TO khara_job;

-- The back office, which asks and decides.
GRANT USAGE ON SCHEMA audit TO khara_console;
GRANT EXECUTE ON FUNCTION audit.check_all, audit.check_often TO khara_console;
