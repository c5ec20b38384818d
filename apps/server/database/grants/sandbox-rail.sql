-- What the sandbox bank was asked for, and what it will report, is written once: only how far both have come changes.
REVOKE ALL ON SCHEMA sandbox_rail FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA sandbox_rail FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA sandbox_rail TO khara_app;
GRANT SELECT, INSERT ON sandbox_rail.payment, sandbox_rail.report TO khara_app;
GRANT UPDATE (cancelled) ON sandbox_rail.payment TO khara_app;
GRANT UPDATE (claimed_at, delivered_at) ON sandbox_rail.report TO khara_app;
