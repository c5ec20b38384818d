-- A picture loses its key and keeps its row.
REVOKE ALL ON SCHEMA pictures FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA pictures FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA pictures TO khara_app;
GRANT SELECT, INSERT, UPDATE ON pictures.picture TO khara_app;
