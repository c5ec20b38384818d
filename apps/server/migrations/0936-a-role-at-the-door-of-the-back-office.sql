-- Who signs in to the back office is checked by a role of its own. Neither the server's role, which answers members, nor the one that asks and decides can make
-- a session of the staff, or read by what they are known.

GRANT USAGE ON SCHEMA console TO khara_staff;
REVOKE ALL ON console.staff, console.session, console.second_factor, console.recovery_code FROM khara_app;
REVOKE UPDATE (last_seen_at, ended_at) ON console.session FROM khara_app;
REVOKE UPDATE (key_id, wrapped_key, body, confirmed_at, last_step, due) ON console.second_factor FROM khara_app;
REVOKE UPDATE (used_at) ON console.recovery_code FROM khara_app;
REVOKE EXECUTE ON FUNCTION console.begin FROM khara_app;

GRANT EXECUTE ON FUNCTION console.begin TO khara_staff;
GRANT SELECT ON console.staff TO khara_staff;
GRANT SELECT, INSERT, DELETE ON console.session TO khara_staff;
GRANT UPDATE (last_seen_at, ended_at) ON console.session TO khara_staff;
GRANT SELECT, INSERT ON console.second_factor, console.recovery_code TO khara_staff;
GRANT UPDATE (key_id, wrapped_key, body, confirmed_at, last_step, due) ON console.second_factor TO khara_staff;
GRANT UPDATE (used_at) ON console.recovery_code TO khara_staff;
