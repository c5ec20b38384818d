-- runs as the administrator
-- Rights that later migrations need not repeat. What khara_owner makes, the server and its jobs may use in the ordinary
-- ways; the ledger (0002) is the exception: it belongs to khara_ledger, which gives rights one by one.

ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner GRANT USAGE ON SCHEMAS TO khara_app, khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO khara_app, khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner GRANT USAGE, SELECT ON SEQUENCES TO khara_app, khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner GRANT EXECUTE ON FUNCTIONS TO khara_app, khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_ledger REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Nobody but the owners may make anything: a role that could plant a function could make another run it.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
