-- Offerings and applications change their state and are never deleted.
REVOKE ALL ON SCHEMA offerings FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA offerings FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA offerings FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA offerings FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA offerings TO khara_app;
GRANT SELECT, INSERT, UPDATE ON
  offerings.access, offerings.application, offerings.calendar, offerings.offering, offerings.offering_obligation,
  offerings.request, offerings.simulated_run
  TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA offerings TO khara_app;
GRANT EXECUTE ON FUNCTION offerings.check_all, offerings.check_offers, offerings.check_sealed TO khara_app;
