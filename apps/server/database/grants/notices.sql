-- An announcement is written once; a notice is marked as read.
REVOKE ALL ON SCHEMA notices FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA notices FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA notices FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA notices TO khara_app;
GRANT SELECT, INSERT ON notices.announcement TO khara_app;
GRANT SELECT, INSERT, UPDATE ON notices.notice TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA notices TO khara_app;
