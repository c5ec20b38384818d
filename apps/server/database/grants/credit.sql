-- Events and appeals are written by functions only.
REVOKE ALL ON SCHEMA credit FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA credit FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA credit FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA credit TO khara_app;
GRANT SELECT ON credit.appeal, credit.event, credit.rule TO khara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON credit.signal TO khara_app;
GRANT EXECUTE ON FUNCTION credit.add_event, credit.cure_events, credit.decide_appeal, credit.submit_appeal TO khara_app;
