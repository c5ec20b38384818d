-- What the sandbox's bank was asked for, and what it will report and when, is written once: only how far both have come changes. An amount, a direction or an outcome that
-- the server's role could change afterwards would make a payment of another one.
REVOKE UPDATE ON sandbox_rail.payment, sandbox_rail.report FROM khara_app;
GRANT UPDATE (state) ON sandbox_rail.payment TO khara_app;
GRANT UPDATE (claimed_at, delivered_at) ON sandbox_rail.report TO khara_app;
