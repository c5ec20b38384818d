-- Offerings and applications change their state and are never deleted.
REVOKE ALL ON SCHEMA ipo FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA ipo FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA ipo FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ipo FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA ipo TO khara_app;
GRANT SELECT, INSERT, UPDATE ON
  ipo.access, ipo.application, ipo.calendar, ipo.offering, ipo.offering_obligation, ipo.request, ipo.simulated_run
  TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ipo TO khara_app;
GRANT EXECUTE ON FUNCTION ipo.check_all, ipo.check_offers, ipo.check_sealed TO khara_app;
