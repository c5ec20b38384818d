import { signCheckpoint, treeRoot } from '@khara/proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { freeze, granted, recharge } from '#test/ledger-fixtures.ts';
import { appendRecord, sealLog } from '#modules/ledger/index.ts';
import { openPool } from '#src/adapters/postgres.ts';
import type { Queryable } from '#src/ports/database.ts';
import { verifyLedger } from './ledger.ts';
import { readMade, type FreshDatabase } from './made.ts';
import { verifyByQueries } from './queries.ts';

const database = useTestDatabase({ provesBooks: false });
const { keys } = testDeps();
const TABLES = [
  'entry',
  'record',
  'tile',
  'checkpoint',
  'source',
  'person',
  'asset',
  'account',
  'kind',
  'rule',
  'chart',
];

let made: FreshDatabase;
const verify = async (db: Queryable, by = keys) => [
  ...(await verifyByQueries(db, made)),
  ...(await verifyLedger(db, by)),
];

/** The names of the checks that find something. */
const wrong = async (db: Queryable) =>
  (await verify(db)).filter(({ violations }) => violations > 0).map(({ name }) => name);

beforeAll(async () => {
  const empty = await createTestDatabase();
  const { catalogue, checks } = await empty.admin.snapshot((tx) => readMade(tx));
  made = { catalogue, checks: new Map([...checks].filter(([name]) => name.startsWith('audit.'))) };
  await empty.drop();
  const clock = new TestClock();
  // Enough that the tree has a level above its first tile: after two entries come the records, then the others.
  await database.app.transaction(async (tx) => {
    for (let n = 0; n < 300; n += 1) await appendRecord(tx, { type: 'ops.action', json: `{"n":${n}}` });
  });
  for (let count = 1; count <= 11; count += 1) {
    await recharge(database.app, 'asha', 10_000n, `RC-${count}`);
    await granted(freeze(database.app, 'asha', 100n, `H-${count}`));
    clock.advance(2000);
    await sealLog({ db: database.app, clock, keys });
  }
});

describe('a whole ledger', () => {
  it('is proved, and the checks have names', async () => {
    const findings = await database.admin.snapshot((tx) => verify(tx));
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
    const names = ['asset_sum', 'chain_head', 'unsealed_over_30s', 'checkpoint_root', 'entry_hash', 'checkpoint_tree'];
    expect(findings.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'checkpoint_signature']));
  });

  it('is not proved under another key', async () => {
    const other = { name: keys.log.name, publicKey: new Uint8Array(32).fill(1) };
    const findings = await database.admin.snapshot((tx) => verify(tx, { ...keys, log: { ...keys.log, ...other } }));
    expect(findings.filter(({ violations }) => violations > 0)).toMatchObject([
      { name: 'checkpoint_signature', violations: 11 },
    ]);
  });
});

const forged = signCheckpoint(
  { name: keys.log.name, size: 322, root: treeRoot([]), timeMs: 1 },
  new Uint8Array(32).fill(77),
);

/** Puts another hash in a place of a tile of leaves. */
const put = (tile: number, n: number) =>
  `UPDATE ledger.tile SET hashes = overlay(hashes PLACING sha256('x') FROM ${32 * n + 1} FOR 32) WHERE level = 0 AND idx = ${tile}`;

/** An intruder with the superuser's password takes the triggers away first. */
describe('a copy in which the superuser', () => {
  it.each<[string, string, ...string[]]>([
    [
      'edits an amount',
      `UPDATE ledger.entry SET amount = ARRAY[2 * amount[1], 2 * amount[2]] WHERE id = 3`,
      'entry_hash',
      'leaf_matches',
    ],
    [
      'edits an amount and its leaf',
      `UPDATE ledger.entry SET amount = ARRAY[2 * amount[1], 2 * amount[2]] WHERE id = 3;
       UPDATE ledger.entry SET leaf = sha256('x') WHERE id = 3;
       ${put(1, 302 - 256)}`,
      'entry_hash',
      'checkpoint_root',
      'checkpoint_tree',
    ],
    ['edits an instant', `UPDATE ledger.entry SET at_ms = at_ms - 1 WHERE id = 2`, 'entry_hash'],
    ['edits a leaf', put(0, 5), 'log_complete', 'log_nodes', 'checkpoint_tree'],
    [
      'swaps two leaves',
      `UPDATE ledger.tile SET hashes = overlay(hashes PLACING substr(hashes, 97, 32) || substr(hashes, 65, 32) FROM 65 FOR 64) WHERE level = 0 AND idx = 0`,
      'log_complete',
      'log_nodes',
      'checkpoint_tree',
    ],
    [
      'takes the last leaf away',
      `UPDATE ledger.tile SET hashes = substr(hashes, 1, octet_length(hashes) - 32) WHERE level = 0 AND idx = 1`,
      'log_complete',
      'checkpoint_tree',
    ],
    ['takes a tile away', `DELETE FROM ledger.tile WHERE level = 0 AND idx = 0`, 'log_complete', 'checkpoint_tree'],
    [
      'says that the log ends at another entry',
      `UPDATE ledger.tile SET entry_id = entry_id - 1 WHERE level = 0 AND idx = 1`,
      'log_complete',
    ],
    [
      'edits a node',
      `UPDATE ledger.tile SET hashes = sha256('x') WHERE level = 1 AND idx = 0`,
      'log_nodes',
      'checkpoint_root',
    ],
    [
      'edits a checkpoint',
      `UPDATE ledger.checkpoint SET root = sha256('x') WHERE number = 4`,
      'checkpoint_root',
      'checkpoint_tree',
    ],
    [
      'writes another checkpoint',
      `UPDATE ledger.checkpoint SET note = '${forged}' WHERE size = 322`,
      'checkpoint_root',
      'checkpoint_signature',
    ],
    [
      'edits the time of a checkpoint',
      `UPDATE ledger.checkpoint SET at_ms = at_ms + 1 WHERE number = 4`,
      'checkpoint_signature',
    ],
    [
      'builds the tree anew over another past',
      `${put(0, 0)};
       UPDATE ledger.checkpoint SET root = sha256('y')`,
      'log_complete',
      'checkpoint_tree',
      'checkpoint_signature',
    ],
    [
      'keeps an entry back',
      `UPDATE ledger.tile SET hashes = substr(hashes, 1, octet_length(hashes) - 32), entry_id = 21 WHERE level = 0 AND idx = 1;
       UPDATE ledger.entry SET at_ms = at_ms - 60000 WHERE id = 22`,
      'unsealed_over_30s',
      'checkpoint_tree',
    ],
    [
      'lets a kind touch another account',
      `INSERT INTO ledger.rule VALUES ('recharge', 220, -1, 'recharge')`,
      'ledger_rules',
    ],
    [
      'takes a rule away',
      `DELETE FROM ledger.rule WHERE kind = 'sell_fill' AND business_type = 'charges'`,
      'ledger_rules',
    ],
    [
      'lets value come in without a source',
      `UPDATE ledger.kind SET source = NULL, legs = 0 WHERE kind = 'recharge'`,
      'ledger_rules',
    ],
    [
      'changes what postings look up, and not the rule',
      `ALTER TABLE ledger.kind DISABLE TRIGGER ALL; UPDATE ledger.kind SET moves = moves || 1220 WHERE kind = 'recharge'`,
      'ledger_rules',
    ],
    ['lets an account stand outside', `UPDATE ledger.chart SET outside = true WHERE code = 220`, 'ledger_rules'],
  ])('%s is found out', async (_what, sql, ...found) => {
    const pool = openPool({ ...database.connection('postgres'), max: 1 });
    const undone = new Error('undone');
    let names: readonly string[] = [];
    try {
      await pool
        .transaction(async (tx) => {
          let step = 0;
          const run = (text: string) => tx.query(`test.tamper.${(step += 1)}.${sql.length}`, text);
          for (const table of TABLES) await run(`ALTER TABLE ledger.${table} DISABLE TRIGGER USER`);
          for (const statement of sql.split(/;\s+/)) await run(statement);
          names = await wrong(tx);
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
    } finally {
      await pool.close();
    }
    expect(names).toEqual(expect.arrayContaining(found));
  });
});
