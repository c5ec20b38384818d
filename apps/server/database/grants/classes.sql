-- What a class gives its seats is written once; so is whose a seat is.
REVOKE ALL ON SCHEMA classes FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA classes FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA classes TO khara_app;
GRANT SELECT, INSERT, DELETE, UPDATE (name, missions, ended_ms) ON classes.room TO khara_app;
GRANT SELECT, INSERT, DELETE, UPDATE (moved_ms) ON classes.seat TO khara_app;
