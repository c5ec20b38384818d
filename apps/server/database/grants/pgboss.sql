-- The queue's own tables.
REVOKE ALL ON SCHEMA pgboss FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA pgboss FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA pgboss TO khara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO khara_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO khara_app;

-- The queue of jobs and the daily checks.
GRANT USAGE ON SCHEMA pgboss TO khara_job;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO khara_job;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO khara_job;
