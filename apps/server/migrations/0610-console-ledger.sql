-- runs as khara_ledger
-- Why the books were contradicted is recorded by what two people agreed to in the back office (0611) and by nothing else: its own role writes no cause by hand.

REVOKE EXECUTE ON FUNCTION ledger.record_cause FROM khara_console;
REVOKE USAGE ON SCHEMA ledger FROM khara_console;
GRANT EXECUTE ON FUNCTION ledger.record_cause TO khara_owner;
