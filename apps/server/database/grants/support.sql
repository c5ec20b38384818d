-- Messages are marked as read.
REVOKE ALL ON SCHEMA support FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA support FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA support FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA support TO khara_app;
GRANT SELECT, INSERT, UPDATE ON support.message TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA support TO khara_app;

-- The back office, which asks and decides.
GRANT USAGE ON SCHEMA support TO khara_console;
GRANT SELECT ON support.message TO khara_console;
