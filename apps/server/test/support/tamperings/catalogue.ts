import type { Tampering } from './tampering.ts';

/** A check of this shape that finds nothing, ever. */
const BLIND = `RETURNS TABLE (name text, violations bigint, sample text) LANGUAGE sql STABLE AS $$ SELECT 'asset_sum'::text, 0::bigint, NULL::text $$`;

export const CATALOGUE: readonly Tampering[] = [
  ...(
    [
      [
        'the checks in the database are blinded, and money is made',
        `CREATE OR REPLACE FUNCTION audit.check_all() ${BLIND};
         CREATE OR REPLACE FUNCTION checks.module_checks() ${BLIND};
         UPDATE ledger.account SET balance = balance + 100000 WHERE code = 101`,
        'catalogue_functions',
        'balance_matches_postings',
      ],
      [
        'value needs no source',
        `CREATE OR REPLACE FUNCTION ledger.check_sources() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
        'catalogue_functions',
      ],
      [
        'a function acts with the rights of its owner',
        'ALTER FUNCTION console.is_now(bigint) SECURITY DEFINER',
        'catalogue_functions',
      ],
      [
        'a function looks names up elsewhere',
        'ALTER FUNCTION ledger.seal(int, bigint[], bigint[]) SET search_path = public',
        'catalogue_functions',
      ],
      [
        'a function for everybody is planted',
        `CREATE FUNCTION trading.mint(p bigint) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ UPDATE ledger.account SET balance = p $$`,
        'catalogue_functions',
      ],
      ['entries may be changed', 'DROP TRIGGER append_only ON ledger.entry', 'catalogue_triggers'],
      ['users may be changed', 'ALTER TABLE ledger.person DISABLE TRIGGER append_only', 'catalogue_triggers'],
      [
        'the statement leaves a line out',
        `CREATE OR REPLACE VIEW ledger.posting AS SELECT NULL::bigint AS entry_id, NULL::smallint AS line, NULL::int AS person, NULL::text AS owner, NULL::int AS asset_id,
           NULL::text AS asset, NULL::smallint AS code, NULL::bigint AS amount, NULL::bigint AS after, NULL::bigint AS seq, NULL::bytea AS prev WHERE false`,
        'catalogue_tables',
      ],
      [
        'a trigger that always fires is one that may be skipped',
        'ALTER TABLE ledger.entry ENABLE TRIGGER recount',
        'catalogue_triggers',
      ],
      [
        'a trigger of a stranger runs with each order',
        `CREATE FUNCTION public.seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.price_paise := 1; RETURN NEW; END $$;
         CREATE TRIGGER seen BEFORE INSERT ON trading."order" FOR EACH ROW EXECUTE FUNCTION public.seen()`,
        'catalogue_triggers',
      ],
      ['foreign keys are kept no more', 'ALTER TABLE ledger.rule DISABLE TRIGGER ALL', 'catalogue_triggers'],
      [
        'a rule of the database swallows what is written',
        'CREATE RULE swallow AS ON INSERT TO accounts.access DO INSTEAD NOTHING',
        'catalogue_triggers',
      ],
      [
        'something runs at each change of the catalogue',
        `CREATE FUNCTION public.each() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
         CREATE EVENT TRIGGER each ON ddl_command_end EXECUTE FUNCTION public.each()`,
        'catalogue_triggers',
      ],
      ['balances may be negative', 'ALTER DOMAIN ledger.balance DROP CONSTRAINT account_floor', 'catalogue_tables'],
      [
        'one reference may be posted twice',
        'ALTER TABLE ledger.entry DROP CONSTRAINT entry_kind_ref_key',
        'catalogue_tables',
      ],
      ['an index is gone', 'DROP INDEX ledger.checkpoint_at', 'catalogue_tables'],
      ['a column has another default', 'ALTER TABLE ledger.account ALTER seq SET DEFAULT 1', 'catalogue_tables'],
      ['a column of a stranger', 'ALTER TABLE accounts.member ADD note text', 'catalogue_tables'],
      ['the server may change balances', 'GRANT UPDATE ON ledger.account TO khara_app', 'catalogue_tables'],
      [
        'the server may change one column of an entry',
        'GRANT UPDATE (ref) ON ledger.entry TO khara_app',
        'catalogue_tables',
      ],
      ['a table has another owner', 'ALTER TABLE ledger.account OWNER TO khara_app', 'catalogue_tables'],
      [
        'a function may be called by everybody',
        'GRANT EXECUTE ON FUNCTION ledger.seal TO PUBLIC',
        'catalogue_functions',
      ],
      ['the server may make tables', 'GRANT CREATE ON SCHEMA ledger TO khara_app', 'catalogue_rights'],
      [
        'what will be made belongs to the server',
        'ALTER DEFAULT PRIVILEGES FOR ROLE khara_ledger IN SCHEMA ledger GRANT UPDATE ON TABLES TO khara_app',
        'catalogue_rights',
      ],
      [
        'rows are hidden',
        `ALTER TABLE wallet.recharge ENABLE ROW LEVEL SECURITY;
         CREATE POLICY hide ON wallet.recharge USING (false)`,
        'catalogue_rights',
        'catalogue_tables',
      ],
      [
        'triggers are left out by a setting',
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`,
        'catalogue_rights',
      ],
      [
        'an operator stands before that of PostgreSQL',
        `CREATE FUNCTION public.same(bytea, bytea) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
         CREATE OPERATOR public.= (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = public.same)`,
        'catalogue_system',
      ],
      [
        'indexes are ordered by another function',
        `UPDATE pg_amproc SET amproc = 'btint8cmp' WHERE amproc = 'bttextcmp'::regproc`,
        'catalogue_system',
      ],
      [
        'an operator has another one for its opposite',
        `UPDATE pg_operator SET oprnegate = oid WHERE oid = '=(bytea, bytea)'::regoperator`,
        'catalogue_system',
      ],
      [
        'a language that calls the system is for everybody',
        `UPDATE pg_language SET lanpltrusted = true WHERE lanname = 'c'`,
        'catalogue_system',
      ],
      [
        'a function of PostgreSQL answers otherwise',
        `CREATE OR REPLACE FUNCTION pg_catalog.date_part(text, date) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT 1::double precision $$`,
        'catalogue_system',
      ],
      [
        'a function of PostgreSQL with a body and no text answers otherwise',
        `CREATE OR REPLACE FUNCTION pg_catalog.round(numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 1 RETURN trunc($1, 0)`,
        'catalogue_system',
      ],
      [
        'a function of PostgreSQL may be called for nothing',
        `ALTER FUNCTION pg_catalog.sha256(bytea) CALLED ON NULL INPUT`,
        'catalogue_system',
      ],
      [
        'a function of the owner is planted among the views of PostgreSQL',
        `CREATE FUNCTION information_schema.mint(p bigint) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ UPDATE ledger.account SET balance = p $$;
         GRANT EXECUTE ON FUNCTION information_schema.mint(bigint) TO khara_app`,
        'catalogue_system',
      ],
      [
        'a table is planted among the views of PostgreSQL',
        `CREATE TABLE information_schema.notes (note text); GRANT ALL ON information_schema.notes TO khara_app`,
        'catalogue_system',
      ],
      [
        'a view of PostgreSQL hides something',
        `CREATE OR REPLACE VIEW information_schema.information_schema_catalog_name AS
           SELECT current_database()::information_schema.sql_identifier AS catalog_name WHERE current_user <> 'auditor'`,
        'catalogue_system',
      ],
      [
        'the server may make tables among the views of PostgreSQL',
        'GRANT CREATE ON SCHEMA information_schema TO khara_app',
        'catalogue_rights',
      ],
      [
        'the server may read files',
        'GRANT EXECUTE ON FUNCTION pg_catalog.pg_read_file(text) TO khara_app',
        'catalogue_system',
      ],
      [
        'a constraint is kept of new rows alone',
        `ALTER TABLE trading.settlement_due DROP CONSTRAINT settlement_due_sold_check;
         ALTER TABLE trading.settlement_due ADD CONSTRAINT settlement_due_sold_check CHECK (sold >= 0) NOT VALID`,
        'catalogue_tables',
      ],
      [
        'a constraint is kept of no row',
        `ALTER TABLE trading.settlement_due DROP CONSTRAINT settlement_due_sold_check;
         ALTER TABLE trading.settlement_due ADD CONSTRAINT settlement_due_sold_check CHECK (sold >= 0) NOT ENFORCED`,
        'catalogue_tables',
      ],
      ['a column may be empty', 'ALTER TABLE accounts.session ALTER member_id DROP NOT NULL', 'catalogue_tables'],
      ['a column is of another type', 'ALTER TABLE accounts.attempts ALTER failures TYPE bigint', 'catalogue_tables'],
      [
        'a member may have two bank accounts',
        `DROP INDEX wallet.bank_account_one;
         CREATE INDEX bank_account_one ON wallet.bank_account (member_id) WHERE deleted_at IS NULL`,
        'catalogue_tables',
      ],
      ['numbers are counted in twos', 'ALTER SEQUENCE trading.number INCREMENT 2', 'catalogue_tables'],
      [
        'a view reads with the rights of its reader',
        'ALTER VIEW trading.request SET (security_invoker = true)',
        'catalogue_tables',
      ],
      ['a table is lost in a crash', 'ALTER TABLE accounts.attempts SET UNLOGGED', 'catalogue_tables'],
      [
        'a trigger never fires',
        `DROP TRIGGER recorded_end ON console.session;
         CREATE TRIGGER recorded_end AFTER UPDATE OF ended_at ON console.session FOR EACH ROW WHEN (false) EXECUTE FUNCTION console.record_session_end()`,
        'catalogue_triggers',
      ],
      [
        'a function may be answered from memory',
        'ALTER FUNCTION ledger.refuse_new_movement() IMMUTABLE',
        'catalogue_functions',
      ],
      ['rows are sent to a stranger', 'CREATE PUBLICATION stranger FOR ALL TABLES', 'catalogue_system'],
      [
        'the migration that made a table is another one',
        `UPDATE database.applied SET checksum = 'x' WHERE name = 'functions/ledger/post.sql'`,
        'catalogue_tables',
      ],
    ] as const
  ).map(([name, sql, ...found]): Tampering => ({ name, sql, found, ofCatalogue: true })),
  {
    name: 'the server owns the ledger',
    sql: 'GRANT khara_ledger TO khara_app',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'the server is the back office',
    sql: 'GRANT khara_console TO khara_app',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'the server looks names up elsewhere',
    sql: 'ALTER ROLE khara_app SET search_path = public, pg_catalog',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'the server may do everything',
    sql: 'ALTER ROLE khara_app SUPERUSER',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger may do everything',
    sql: 'CREATE ROLE stranger LOGIN SUPERUSER',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger may write every table',
    sql: 'CREATE ROLE stranger LOGIN; GRANT pg_write_all_data TO stranger',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger may make roles and copy the server',
    sql: 'CREATE ROLE stranger LOGIN CREATEROLE BYPASSRLS REPLICATION',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'a stranger leaves triggers out',
    sql: 'CREATE ROLE stranger LOGIN; ALTER ROLE stranger SET session_replication_role = replica',
    found: ['catalogue_rights'],
    ofServer: true,
  },
];
