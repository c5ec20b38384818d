/*
 * What a person with the database's superuser password may try, each with the check of `npm run verify` that has to name it. To add one, append a line to
 * the list of its part. `tamperings.test.ts` runs each on a copy of a database that has lived (`lived.ts`).
 */

export type Tampering = {
  /** What is done, in a few words. */
  readonly name: string;
  /** Statements, separated by a semicolon at a line's end. Rows are changed with every trigger and foreign key out of the way. */
  readonly sql: string;
  /** Names of checks that have to find it; others may, too. */
  readonly found: readonly string[];
  /** It changes the catalogue and not rows: nothing is moved out of its way, and no row needs to be touched. */
  readonly ofCatalogue?: true;
  /** It changes what all databases of the server share: undone after the look, and never seen by another test. */
  readonly ofServer?: true;
};

/** The oldest row of something that a member owns, whoever that is. */
const ONE = 'LIMIT 1';

const LEDGER: readonly Tampering[] = [
  {
    name: 'a balance is raised',
    sql: `UPDATE ledger.account SET balance = balance + 100000 WHERE id = (SELECT min(id) FROM ledger.account WHERE code = 101)`,
    found: ['balance_matches_postings'],
  },
  {
    name: 'a line of an entry is doubled',
    sql: `UPDATE ledger.posting SET amount = amount * 2 WHERE entry_id = 3`,
    found: ['entry_hash'],
  },
];

const WALLET: readonly Tampering[] = [
  {
    name: 'a recharge says another amount',
    sql: `UPDATE wallet.recharge SET amount = amount + 1 WHERE order_number = (SELECT order_number FROM wallet.recharge ORDER BY 1 ${ONE})`,
    found: ['recharge_matches_ledger'],
  },
];

const TRADING: readonly Tampering[] = [
  {
    name: 'a fill is of more shares',
    sql: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0`,
    found: ['order_fills'],
  },
];

const OFFERINGS: readonly Tampering[] = [
  {
    name: 'another seed was drawn with',
    sql: `UPDATE ipo.offering SET seed = sha256(seed) WHERE seed IS NOT NULL`,
    found: ['offering_is_as_sealed'],
  },
];

const MARKET: readonly Tampering[] = [
  {
    name: 'a close is moved',
    sql: `UPDATE market.candle_day SET close_paise = close_paise + tick_paise WHERE market_date = (SELECT min(market_date) FROM market.candle_day JOIN market.day USING (market_date))`,
    found: ['day_closes'],
  },
];

/** Rows that the log has a record of: bindings, identities, decisions, permissions. */
const RECORDS: readonly Tampering[] = [];

/** A check of this shape that finds nothing, ever. */
const BLIND = `RETURNS TABLE (name text, violations bigint, sample text) LANGUAGE sql STABLE AS $$ SELECT 'asset_sum'::text, 0::bigint, NULL::text $$`;

const CATALOGUE: readonly Tampering[] = [
  ...(
    [
      [
        'the checks in the database are blinded, and money is made',
        `CREATE OR REPLACE FUNCTION audit.check_all() ${BLIND};
         CREATE OR REPLACE FUNCTION checks.of_modules() ${BLIND};
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
        'ALTER FUNCTION ledger.seal(int) SET search_path = public',
        'catalogue_functions',
      ],
      [
        'a function for everybody is planted',
        `CREATE FUNCTION trading.mint(p bigint) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ UPDATE ledger.account SET balance = p $$`,
        'catalogue_functions',
      ],
      ['entries may be changed', 'DROP TRIGGER append_only ON ledger.entry', 'catalogue_triggers'],
      ['postings may be changed', 'ALTER TABLE ledger.posting DISABLE TRIGGER append_only', 'catalogue_triggers'],
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
      ['a table has another owner', 'ALTER TABLE ledger.posting OWNER TO khara_app', 'catalogue_tables'],
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
        'a function of PostgreSQL answers otherwise',
        `CREATE OR REPLACE FUNCTION pg_catalog.date_part(text, date) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT 1::double precision $$`,
        'catalogue_system',
      ],
      [
        'the server may read files',
        'GRANT EXECUTE ON FUNCTION pg_catalog.pg_read_file(text) TO khara_app',
        'catalogue_system',
      ],
      [
        'the migration that made a table is another one',
        `UPDATE migrations.applied SET checksum = 'x' WHERE name LIKE '0002%'`,
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
    name: 'the server may do everything',
    sql: 'ALTER ROLE khara_app SUPERUSER',
    found: ['catalogue_rights'],
    ofServer: true,
  },
  {
    name: 'somebody else may do everything',
    sql: 'CREATE ROLE stranger LOGIN SUPERUSER',
    found: ['catalogue_rights'],
    ofServer: true,
  },
];

export const TAMPERINGS: readonly Tampering[] = [
  ...LEDGER,
  ...WALLET,
  ...TRADING,
  ...OFFERINGS,
  ...MARKET,
  ...RECORDS,
  ...CATALOGUE,
];
