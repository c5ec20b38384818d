import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenChecks, useTestDatabase } from '#test/database.ts';
import { DAY, freeze, granted, recharge } from '#test/ledger-fixtures.ts';
import type { Role } from '#src/adapters/database.ts';

const APPEND_ONLY = ['entry', 'person', 'asset', 'idem', 'record', 'tile', 'checkpoint', 'source'];
const TABLES = [...APPEND_ONLY, 'account', 'hold', 'gap', 'rule', 'kind', 'chart'];

const WRITTEN_ONCE_OF_AN_ORDER =
  `id user_id request_id req side by_system accepted_ms market_time first_answer program_key program_tag book market_day applied_step applied_index first_index
   matched_ms matched_time placed_terms position_id fill_trade fill_quantity fill_price_paise fill_charges fill_mac fill_phase
   fill_aggressor`.split(/\s+/);

/** What must be denied: the statement, and that its failure is about rights and nothing else. */
const DENIED = '42501';

describe('those who log in', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    await recharge(database.app, 'asha', 10_000n);
  });

  const forbidden = [
    ...TABLES.flatMap((table) => [
      `INSERT INTO ledger.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ledger.${table} LIMIT 1`,
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table}`,
      `ALTER TABLE ledger.${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ledger.${table}`,
      `BEGIN; LOCK TABLE ledger.${table} IN ACCESS EXCLUSIVE MODE`,
    ]),
    `UPDATE ledger.account SET balance = balance + 1`,
    `UPDATE ledger.account SET owner = 'u:thief'`,
    `UPDATE ledger.entry SET amount = '{-1,1}'`,
    `UPDATE ledger.entry SET at_ms = 0`,
    `UPDATE ledger.hold SET released = amount`,
    `UPDATE ledger.entry SET owned = NULL`,
    `UPDATE ledger.person SET owner = 'u:thief'`,
    `UPDATE ledger.source SET amount = amount * 10`,
    `UPDATE ledger.rule SET sign = -sign`,
    `INSERT INTO ledger.rule VALUES ('recharge', 102, 1, NULL)`,
    `INSERT INTO ledger.kind (kind, bills) VALUES ('adjustment', true)`,
    `COPY ledger.entry FROM STDIN`,
    `SELECT nextval('ledger.entry_id_seq')`,
    `SELECT setval('ledger.entry_id_seq', 1)`,
    `SELECT ledger.write_round('{1}', '{1}', '{}', '{}', '{recharge}', '{x}', '{x}', '{${DAY}}', '{}', '{}', 0, '{1}', '{1}', '{u:asha}', '{INR}', '{101}', '{1}')`,
    `SELECT ledger.post_exactly(NULL, NULL, 'recharge', 'x', 'x', '${DAY}', '{x,u:asha}', '{INR,INR}', '{301,101}', '{-1,1}', uuidv7(), '', 0)`,
    `SELECT ledger.find_earlier_request('k', '', 1)`,
    `SELECT ledger.root_of(1)`,
    `SELECT ledger.next_to_seal('e', 0, 1)`,
    `SELECT ledger.next_entry_id()`,
    `SELECT audit.check_books()`,
    `CREATE TABLE ledger.mine (x int)`,
    `CREATE FUNCTION ledger.lp(x int) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'`,
    `CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    `CREATE TRIGGER mine BEFORE INSERT ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()`,
    `DROP TRIGGER append_only ON ledger.entry`,
    `DROP SCHEMA ledger CASCADE`,
    `ALTER DOMAIN ledger.balance DROP CONSTRAINT account_floor`,
    `CREATE SCHEMA mine`,
    `CREATE TABLE public.mine (x int)`,
    `CREATE TEMP TABLE mine (x int)`,
    `SET ROLE khara_ledger`,
    `SET ROLE khara_owner`,
    `SET SESSION AUTHORIZATION postgres`,
    `SET session_replication_role = replica`,
    `CREATE ROLE mine`,
    `ALTER ROLE khara_app SUPERUSER`,
    `GRANT khara_ledger TO khara_app`,
    `ALTER SYSTEM SET fsync = off`,
    `SELECT pg_read_file('/etc/passwd')`,
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    `DELETE FROM database.applied`,
    // Large objects fill the disk past the rights of every table; locks for a session outlive what took them.
    `SELECT lo_create(0)`,
    `SELECT lo_creat(-1)`,
    `SELECT lo_from_bytea(0, 'x')`,
    `SELECT pg_advisory_lock(7365, 1)`,
    `SELECT pg_try_advisory_lock(1)`,
    `SELECT pg_advisory_lock_shared(7366, 0)`,
    `SELECT pg_advisory_unlock_all()`,
  ];

  it.each(['khara_app', 'khara_job', 'khara_console', 'khara_staff'] as const)(
    'as %s cannot write the ledger but by its functions',
    async (role) => {
      const client = new pg.Client(database.connection(role));
      await client.connect();
      try {
        for (const statement of forbidden) {
          const code = await client.query(statement).then(
            () => 'done',
            (error: pg.DatabaseError) => error.code,
          );
          await client.query('ROLLBACK');
          expect(code, statement).toBe(DENIED);
        }
      } finally {
        await client.end();
      }
    },
  );

  const refusedTo = async (role: Role, statements: readonly string[]) => {
    const client = new pg.Client(database.connection(role));
    await client.connect();
    try {
      for (const statement of statements) {
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
      }
    } finally {
      await client.end();
    }
  };

  it('as the server cannot change what a payment of the sandbox was asked for, or what it will report', () =>
    refusedTo('khara_app', [
      'UPDATE sandbox_rail.payment SET amount = amount * 10',
      "UPDATE sandbox_rail.payment SET order_number = 'x'",
      "UPDATE sandbox_rail.payment SET direction = 'in'",
      "UPDATE sandbox_rail.report SET outcome = 'paid'",
      "UPDATE sandbox_rail.report SET order_number = 'x'",
      'UPDATE sandbox_rail.report SET due_at = 0',
      'DELETE FROM sandbox_rail.payment',
      'DELETE FROM sandbox_rail.report',
    ]));

  it('as the server cannot change what was written once: trades, fills, order histories, reports, ballots, looks', async () => {
    await refusedTo('khara_app', [
      `UPDATE market.trades SET packed = ''`,
      `UPDATE trading.resting_fill SET price_paise = price_paise + 1`,
      `DELETE FROM trading.resting_fill`,
      `UPDATE trading.order_step SET no = no + 1`,
      `DELETE FROM trading.order_step`,
      `UPDATE trading.answered_request SET req = ''`,
      `DELETE FROM trading.answered_request`,
      `UPDATE trading.refused_order SET reason = ''`,
      ...WRITTEN_ONCE_OF_AN_ORDER.map((column) => `UPDATE trading."order" SET ${column} = ${column}`),
      `DELETE FROM trading."order"`,
      `DELETE FROM trading.position`,
      `DELETE FROM trading.lot`,
      `DELETE FROM market.candle_day`,
      `DELETE FROM market.day`,
      `UPDATE market.day SET seed_hash = seed_hash`,
      `UPDATE market.candle_day SET close_paise = close_paise + 5`,
      `UPDATE market.candle_day SET high_paise = NULL`,
      `DELETE FROM offerings.application`,
      `DELETE FROM offerings.offering`,
      `UPDATE wallet.rail_report SET order_number = order_number`,
      `UPDATE wallet.conversion SET received = received * 2`,
      `DELETE FROM wallet.withdrawal`,
      `UPDATE content.ballot SET option_id = option_id`,
      `DELETE FROM content.ballot`,
      `DELETE FROM accounts.access`,
      `DELETE FROM accounts.member`,
    ]);
  });

  it('loosen no limit that a member set: the server asks a function, the others not even that', async () => {
    const written = [
      `INSERT INTO trading.own_limit (user_id, kind, value, asked_ms, asked_date) VALUES ('asha', 'day_loss', 1, 1, '${DAY}')`,
      'UPDATE trading.own_limit SET value = value + 1',
      'DELETE FROM trading.own_limit',
      'TRUNCATE trading.own_limit',
      'ALTER TABLE trading.own_limit DISABLE TRIGGER append_only',
    ];
    await refusedTo('khara_app', written);
    for (const role of ['khara_job', 'khara_console', 'khara_staff'] as const)
      await refusedTo(role, [
        ...written,
        'SELECT * FROM trading.own_limit',
        `SELECT trading.set_own_limit('asha', 'day_loss', NULL)`,
        `SELECT trading.own_limits_now('asha')`,
      ]);
    await expect(
      database.admin.query('test.loosen', 'UPDATE trading.own_limit SET value = value + 1'),
    ).rejects.toMatchObject({ code: DENIED });
  });

  it('as the queue of jobs can write nothing but the queue', async () => {
    const tables = await database.admin.query<{ name: string }>(
      'test.tables',
      `SELECT DISTINCT table_schema || '.' || table_name AS name FROM information_schema.table_privileges
       WHERE grantee = 'khara_job' AND privilege_type <> 'SELECT' AND table_schema <> 'pgboss'`,
    );
    expect(tables).toEqual([]);
    await refusedTo('khara_job', [
      `UPDATE accounts.member SET password_hash = ''`,
      `INSERT INTO market.trades SELECT * FROM market.trades`,
      `SELECT ledger.add_sources('rail_event', '{x}', '{recharge}', '{u:asha}', '{INR}', '{1}', '{NULL}', '{NULL}', '${DAY}')`,
      `SELECT ledger.post(NULL, NULL, 'recharge', 'x', 'x', '${DAY}', '{x,u:asha}', '{INR,INR}', '{301,101}', '{-1,1}')`,
      `SELECT ledger.hold_release(NULL, NULL, 'order_release', 'x', 'x', '${DAY}', 'x')`,
      `SELECT accounts.erase_member('asha', 1)`,
    ]);
  });

  it('as the queue of jobs call the checks of the books, and nothing else of ours', async () => {
    const callable = await database.admin.query<{ name: string }>(
      'test.callable',
      `SELECT n.nspname || '.' || p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND has_function_privilege('khara_job', p.oid, 'EXECUTE')
         AND has_schema_privilege('khara_job', n.oid, 'USAGE') ORDER BY name`,
    );
    expect(callable.map(({ name }) => name)).toEqual(['audit.check_all', 'checks.module_checks']);
    await refusedTo('khara_job', [`SELECT ledger.seal(NULL, NULL, NULL)`, 'SELECT count(*) FROM ledger.entry']);
  });

  it('take no lock of a user, but the server', async () => {
    for (const role of ['khara_job', 'khara_console', 'khara_staff'] as const) {
      await refusedTo(role, [
        'SELECT pg_advisory_xact_lock(7365, 1)',
        'SELECT pg_try_advisory_xact_lock(7365, 1)',
        'SELECT pg_advisory_xact_lock_shared(7366, 0)',
      ]);
    }
  });

  it('as the queue of jobs reads no table, and so nothing of members and no seed of a draw', async () => {
    const readable = await database.admin.query<{ name: string }>(
      'test.readable',
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'v', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss')
         AND (has_table_privilege('khara_job', c.oid, 'SELECT') OR has_any_column_privilege('khara_job', c.oid, 'SELECT'))`,
    );
    expect(readable).toEqual([]);
    await refusedTo('khara_job', [
      'SELECT password_hash FROM accounts.member',
      'SELECT log_salt FROM accounts.member',
      'SELECT token_hash FROM accounts.session',
      'SELECT seed FROM offerings.offering',
      'SELECT body FROM wallet.bank_account',
    ]);
    const found = await database.job.query('test.module_checks', 'SELECT name FROM checks.module_checks()');
    expect(found.length).toBeGreaterThan(10);
  });

  it('meet a refusal of every account that is frozen', async () => {
    const frozen = await database.admin.query<{ code: number }>(
      'test.frozen',
      'SELECT code FROM ledger.chart WHERE frozen',
    );
    expect(frozen.length).toBeGreaterThan(4);
    for (const { code } of frozen) {
      const batch = database.app.query(
        'test.frozen_line',
        `SELECT ledger.post_batch('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{1}', '{u:asha}', '{INR}', $1, '{1}')`,
        [[code]],
      );
      await expect(batch, String(code)).rejects.toThrow(/frozen account/);
    }
  });

  it('as khara_console can call no function that moves anything', async () => {
    const client = new pg.Client(database.connection('khara_console'));
    await client.connect();
    try {
      await expect(client.query(`SELECT ledger.account_of('p', 'INR', 210::smallint)`)).rejects.toMatchObject({
        code: DENIED,
      });
      await expect(client.query(`SELECT * FROM ledger.account`)).rejects.toMatchObject({ code: DENIED });
      expect((await client.query('SELECT sum(violations) AS found FROM audit.check_all()')).rows).toEqual([
        { found: '0' },
      ]);
    } finally {
      await client.end();
    }
  });
});

describe('what was written', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    await recharge(database.app, 'asha', 10_000n);
    await database.app.query('test.seal', `SELECT ledger.seal(10, '{}', '{}')`);
  });

  it.each(['SET ROLE khara_ledger', 'SET session_replication_role = replica'])(
    'stays, for its owner and the superuser too: %s',
    async (become) => {
      const client = new pg.Client(database.connection('postgres'));
      await client.connect();
      try {
        await client.query(become);
        for (const table of APPEND_ONLY) {
          await expect(client.query(`DELETE FROM ledger.${table}`), table).rejects.toMatchObject({ code: DENIED });
          await expect(client.query(`TRUNCATE ledger.${table} CASCADE`), table).rejects.toMatchObject({ code: DENIED });
        }
        await expect(
          client.query(`UPDATE ledger.tile SET hashes = overlay(hashes PLACING sha256('x') FROM 1 FOR 32)`),
        ).rejects.toMatchObject({ code: DENIED });
        await expect(client.query('UPDATE ledger.entry SET at_ms = 1')).rejects.toMatchObject({ code: DENIED });
        await expect(client.query(`UPDATE ledger.person SET owner = 'u:thief'`)).rejects.toMatchObject({
          code: DENIED,
        });
        await expect(client.query(`UPDATE ledger.account SET owner = 'u:thief'`)).rejects.toMatchObject({
          code: DENIED,
        });
        await expect(
          client.query(`UPDATE ledger.account SET balance = -1 WHERE owner = 'u:asha'`),
        ).rejects.toMatchObject({
          code: '23514',
          constraint: 'account_floor',
        });
        const another = `INSERT INTO ledger.account (owner, asset, code, person, asset_id, label) SELECT 'u:asha', 'INR', 102, id, 2, '' FROM ledger.person`;
        await expect(client.query(another)).rejects.toMatchObject({ code: '23514' });
      } finally {
        await client.end();
      }
    },
  );
});

/** An intruder with the superuser's password can take the triggers away. Then every edit is found afterwards. */
describe('an edit by the superuser', () => {
  const database = useTestDatabase({ provesBooks: false });

  const edits: readonly [what: string, sql: string, ...found: string[]][] = [
    [
      'raises a balance',
      `UPDATE ledger.account SET balance = balance + 100 WHERE owner = 'u:asha' AND code = 101`,
      'balance_matches_postings',
    ],
    [
      'raises a line',
      `UPDATE ledger.entry SET amount[2] = amount[2] + 100 WHERE id = 1`,
      'asset_sum',
      'entry_lines',
      'leaf_matches',
    ],
    [
      'raises both lines of an entry',
      `UPDATE ledger.entry SET amount = ARRAY[2 * amount[1], 2 * amount[2]] WHERE id = 1`,
      'leaf_matches',
      'one_source_one_entry',
    ],
    ['takes an entry away', `DELETE FROM ledger.entry WHERE id = 2`, 'seq_gap', 'chain_head'],
    ['takes the newest entry away, and its balance', takeBackNewest(), 'chain_head'],
    ['writes an entry without a chain', addByHand(), 'leaf_matches', 'chain_head'],
    ['moves an entry in time', `UPDATE ledger.entry SET at_ms = at_ms - 86400000 WHERE id = 2`, 'leaf_matches'],
    ['gives an entry another market date', `UPDATE ledger.entry SET mdate = '2026-01-05' WHERE id = 1`, 'leaf_matches'],
    ['gives an entry another author', `UPDATE ledger.entry SET actor = 'user' WHERE id = 1`, 'leaf_matches'],
    [
      'changes an entry and its leaf',
      `UPDATE ledger.entry SET leaf = sha256('x') WHERE id = 1`,
      'leaf_matches',
      'chain_head',
    ],
    [
      'gives a line to another account',
      `UPDATE ledger.entry SET person = (SELECT id FROM ledger.person WHERE owner = 'u:bela') WHERE id = 1`,
      'leaf_matches',
      'seq_gap',
    ],
    [
      'changes the after of a line',
      `UPDATE ledger.entry SET after[2] = after[2] + 1 WHERE id = 1`,
      'after_matches_running_sum',
      'leaf_matches',
    ],
    ['frees a hold', `UPDATE ledger.hold SET released = amount`, 'hold_matches_frozen'],
    ['raises the source of a recharge', `UPDATE ledger.source SET amount = amount * 2`, 'one_source_one_entry'],
    ['takes a source away', `DELETE FROM ledger.source WHERE id = 'RC-asha'`, 'one_source_one_entry'],
    ['changes the bill', `UPDATE ledger.entry SET owned[1] = owned[1] - 1 WHERE id = 2`, 'bill_gap'],
    ['changes the number of a line of the bill', `UPDATE ledger.entry SET bill_seq[1] = 5 WHERE id = 2`, 'bill_gap'],
    ['takes a line of the bill away', `UPDATE ledger.entry SET owned = NULL WHERE id = 2`, 'bill_gap'],
    ['changes the money owned', `UPDATE ledger.account SET owned = owned + 1 WHERE owner = 'u:asha'`, 'bill_gap'],
    [
      'turns a user into another one',
      `UPDATE ledger.person SET owner = 'u:thief' WHERE owner = 'u:bela'`,
      'leaf_matches',
    ],
    ['turns rupees into dollars', `UPDATE ledger.entry SET asset = '{2,2}' WHERE id = 3`, 'leaf_matches', 'seq_gap'],
    ['moves a line to where nothing is tracked', `UPDATE ledger.entry SET code[2] = 201 WHERE id = 3`, 'entry_lines'],
  ];

  it.each(edits)('that %s is found', async (_what, sql, ...found) => {
    await prepare();
    const client = new pg.Client(database.connection('postgres'));
    await client.connect();
    try {
      await client.query('BEGIN');
      for (const table of [...APPEND_ONLY, 'account'])
        await client.query(`ALTER TABLE ledger.${table} DISABLE TRIGGER USER`);
      await client.query(sql);
      const broken = await client.query<{ name: string }>('SELECT name FROM audit.check_all() WHERE violations <> 0');
      expect(broken.rows.map((check) => check.name)).toEqual(expect.arrayContaining(found));
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
    expect(await brokenChecks(database.job)).toEqual([]);
  });

  let prepared: Promise<unknown> | undefined;
  /** Three entries: two recharges and a hold. */
  function prepare(): Promise<unknown> {
    prepared ??= (async () => {
      await recharge(database.app, 'asha', 10_000n);
      await recharge(database.app, 'asha', 500n, 'RC-asha-2');
      await recharge(database.app, 'bela', 700n);
      await granted(freeze(database.app, 'asha', 200n, 'H1'));
    })();
    return prepared;
  }
});

/** The newest entry of asha with all that belongs to it, so that only the chain knows. */
function takeBackNewest(): string {
  return `UPDATE ledger.account a SET balance = a.balance - p.amount, seq = a.seq - 1 FROM ledger.posting p WHERE p.owner = a.owner AND p.code = a.code AND p.entry_id = 4;
    DELETE FROM ledger.entry WHERE id = 4; DELETE FROM ledger.hold`;
}

function addByHand(): string {
  return `INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, leaf, person, asset, code, amount, after, seq, prev, owned, bill_seq) OVERRIDING SYSTEM VALUE
      SELECT 99, uuidv7(), 'recharge', 'gift', 'system', '${DAY}', 1900000000000, uuid_send(uuidv4()), sha256('x'), person, '{1,1}', '{301,101}', '{-5,5}',
        ARRAY[NULL, balance + 5], ARRAY[NULL, seq + 1], head, ARRAY[owned + 5], ARRAY[bill_seq + 1] FROM ledger.account WHERE owner = 'u:asha' AND code = 101;
    UPDATE ledger.account SET balance = balance + 5, seq = seq + 1, owned = owned + 5, bill_seq = bill_seq + 1 WHERE owner = 'u:asha' AND code = 101`;
}
