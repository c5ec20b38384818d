import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRETS } from '#modules/accounts/index.ts';
import { certifyNode, recordRow } from '#modules/ledger/index.ts';
import { RECHARGES } from '#modules/wallet/index.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import type { PaymentRail } from '#src/ports/payment-rail.ts';
import { installKeys } from '#src/adapters/install-keys.ts';
import { SUPERUSER } from '#src/adapters/embedded-postgres/index.ts';
import { watchBooks } from '#src/jobs/index.ts';
import { sealAll, useTestDatabase, type TestDatabase } from '#test/database.ts';
import { NODE_KEY, testDeps } from '#test/deps.ts';
import { openTrading, type Trader } from '#test/trading.ts';
import { makeLots } from '#modules/portfolio/index.ts';

const VERIFY = path.join(import.meta.dirname, '../../bin/verify.ts');
/**
 * A row changed behind the product's back, and the check that is to say so: one of each part that has checks
 * of its own.
 */
const PLANTED = {
  balance_matches_postings: 'UPDATE ledger.account SET balance = balance + 1 WHERE balance > 0',
  order_fills: 'UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0',
  // What asks the functions of the database itself would believe: two checks that find nothing, a trigger
  // that is gone, a right.
  catalogue_functions: `CREATE OR REPLACE FUNCTION checks.module_checks() RETURNS TABLE (name text, violations bigint, sample text) LANGUAGE sql STABLE
    AS $$ SELECT 'lots'::text, 0::bigint, NULL::text $$`,
  catalogue_triggers: 'DROP TRIGGER append_only ON ledger.entry',
  catalogue_tables: 'GRANT UPDATE ON ledger.account TO khara_app',
  lots: 'UPDATE trading.lot SET remaining = remaining - 1 WHERE remaining > 1',
  recharge_matches_ledger: 'UPDATE wallet.recharge SET amount = amount + 1',
  // Blocks what no hold has.
  application_blocks_its_hold: `INSERT INTO offerings.application (id, offering_id, kind, number, user_id, request_id, who, lots, price_paise, amount_paise, held_paise,
      hold_id, at_ms, market_date, updated_ms)
    VALUES ('planted', 'none', 'ipo', 1, 'nobody', 'planted', decode(repeat('00', 32), 'hex'), 1, 100, 100, 100, 'none', 0, '2026-01-02', 0)`,
} as const;

describe('every check there is', () => {
  const database = useTestDatabase();

  it('is asked for by name: none is written and forgotten', async () => {
    const checks = await database.admin.query<{ name: string; callers: bigint }>(
      'test.checks',
      `WITH checks AS (
         SELECT p.oid, n.nspname || '.' || p.proname AS name, p.prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
         WHERE pg_get_function_result(p.oid) = 'TABLE(name text, violations bigint, sample text)'
       )
       SELECT c.name, count(o.oid) AS callers FROM checks c
       LEFT JOIN checks o ON o.name IN ('audit.check_all', 'checks.module_checks') AND strpos(o.prosrc, c.name || '()') > 0 GROUP BY c.name`,
    );
    expect(checks.length).toBeGreaterThan(7);
    // By verify and by the watch.
    const called = new Set(['audit.check_all', 'checks.module_checks', 'audit.check_often']);
    expect(checks.filter(({ name, callers }) => callers === 0n && !called.has(name))).toEqual([]);
  });
});

/**
 * The ledger alone knows of a deposit of a test: the account has its record, the wallet its recharge, the
 * bank its payment.
 */
async function wasPaid(database: TestDatabase, { member: { userId } }: Trader, rail: PaymentRail): Promise<void> {
  const paid = await database.admin.query<{ ref: string }>(
    'test.paid',
    `SELECT ref FROM ledger.entry WHERE kind = 'recharge'`,
  );
  await database.app.transaction((tx) => recordRow(tx, SECRETS, userId, 'registered'));
  for (const { ref: orderNumber } of paid) {
    const payment = { orderNumber, currency: 'INR', channel: 'UPI', amount: 10_00_000_00n } as const;
    const payTo = await rail.create({ ...payment, direction: 'in' });
    await database.app.transaction(async (tx) => {
      await tx.query(
        'test.recharge',
        `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, status, pay_to, request_id, request_hash, at, updated_at, expires_at)
         VALUES ($1, $2, 'INR', 'UPI', 'sandbox', $3, 'passed', $4::jsonb, $1, '', 0, 0, 1)`,
        [orderNumber, userId, payment.amount, JSON.stringify(payTo)],
      );
      await recordRow(tx, RECHARGES, orderNumber, 'passed');
      await tx.query(
        'test.report',
        `INSERT INTO wallet.rail_report (id, order_number, reported_by, outcome, effect, at, amount, currency)
         VALUES ($1 || '-1', $1, 'rail', 'paid', 'credited', 0, $2, 'INR')`,
        [orderNumber, payment.amount],
      );
    });
    await database.admin.query(
      'test.told',
      'UPDATE sandbox_rail.report SET claimed_at = due_at WHERE order_number = $1',
      [orderNumber],
    );
  }
}

describe('a run of every check', () => {
  const database = useTestDatabase({ provesBooks: false });
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'khara-verify-'));
    const keysDir = path.join(directory, 'keys');
    await mkdir(keysDir);
    const secret = Buffer.from(testDeps().keys.installSecret).toString('base64url');
    await writeFile(path.join(keysDir, 'install-secret'), secret); // by which the server of this test writes
    const { log, bank } = await installKeys(keysDir);
    await certifyNode(database.app, { ...log, secretSeed: log.secretSeed! }, NODE_KEY);
    const trading = await openTrading(database.app);
    const member = await trading.registered();
    await member.deposit(10_00_000_00n);
    await wasPaid(database, member, sandboxRail({ db: database.app, clock: trading.clock, key: bank }));
    await member.buy({ code: 'AAMRAI', quantity: 10 });
    await member.sell({ code: 'AAMRAI', quantity: 3 });
    await makeLots(database.app, [member.userId]);
    await sealAll(database.app);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  /** `npm run verify` as a process of its own. */
  async function verify(): Promise<{ readonly code: number; readonly said: string }> {
    const { host, port, user, password, database: name } = database.connection(SUPERUSER);
    const env = {
      ...process.env,
      DATABASE_URL: `postgres://${user}:${String(password)}@${encodeURIComponent(String(host))}:${port}/${name}`,
    };
    return promisify(execFile)(process.execPath, [VERIFY, directory], { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
    );
  }

  it('finds nothing in whole books, what was planted, and that another version made the database', async () => {
    const whole = await verify();
    expect(whole.said).not.toContain('WRONG');
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('ok    lots') });
    const readme = await readFile(path.join(import.meta.dirname, '../../../../README.md'), 'utf8');
    expect(readme, 'the sample output has the number of checks').toContain(
      `\n${whole.said.trimEnd().split('\n').at(-1)}\n`,
    );
    const watch = watchBooks({ ...testDeps({ db: database.app }), longQueries: database.job });
    await watch.checkAll();
    expect(watch.violations()).toBe(0);

    for (const table of ['ledger.account', 'trading."order"', 'wallet.recharge', 'offerings.application'])
      await database.admin.query(`test.open.${table}`, `ALTER TABLE ${table} DISABLE TRIGGER ALL`);
    for (const [check, edit] of Object.entries(PLANTED)) await database.admin.query(`test.plant.${check}`, edit);
    const { code, said } = await verify();
    expect(code).toBe(1);
    for (const check of Object.keys(PLANTED)) expect(said).toContain(`WRONG ${check}: `);
    // The server asks the database's own checks, of which one was blinded: the ledger's are left.
    await watch.checkAll();
    expect(watch.violations()).toBeGreaterThanOrEqual(1);
    expect(watch.stopped()).toBeDefined();

    await database.admin.query('test.older', 'ALTER TABLE trading.lot DROP COLUMN remaining CASCADE');
    await database.admin.query(
      'test.made_by',
      `UPDATE database.applied SET checksum = 'another' WHERE name = 'baseline'`,
    );
    const older = await verify();
    expect(older).toMatchObject({ code: 2, said: expect.stringContaining('is of another version than this program') });
    expect(older.said).toContain('(baseline)');
    expect(older.said).not.toContain('does not exist');
  });
});
