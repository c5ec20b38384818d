-- What the modules check of themselves.
REVOKE ALL ON SCHEMA checks FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA checks FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA checks TO khara_app;
GRANT EXECUTE ON FUNCTION checks.module_checks TO khara_app;

-- The queue of jobs and the daily checks.
GRANT USAGE ON SCHEMA checks TO khara_job;
GRANT EXECUTE ON FUNCTION checks.module_checks TO khara_job;
