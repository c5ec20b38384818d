import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { seenLogIn } from '#src/adapters/seen-log.ts';
import { verifyLedger } from '#src/verify/ledger.ts';
import { recordTheCause, useTestDatabase } from '#test/database.ts';
import { LOG_KEY, NODE_KEY, TestClock, testDeps } from '#test/deps.ts';
import { appendRecord, certifyNode, checkpointCount, createLogWatch, refuseCutLog, sealLog } from './index.ts';

/* Each server keeps outside the database how far the log went: a tail that was cut off is missed. */

const database = useTestDatabase({ provesBooks: false, per: 'test' });
const { keys, log } = testDeps();
let clock: TestClock;
let keysDir: string;
beforeEach(async () => {
  clock = new TestClock();
  keysDir = await newDirectory();
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'khara-seen-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}
/** Adds this number of checkpoints to the log. */
async function grows(checkpoints: number): Promise<void> {
  for (let made = 0; made < checkpoints; made += 1) {
    await appendRecord(database.app, { type: 'ops.action', json: JSON.stringify({ made: randomUUID() }) });
    clock.advance(2000);
    await sealLog({ db: database.app, clock, keys });
  }
}
const byHand = (sql: string) => database.admin.query(`test.by_hand.${randomUUID()}`, sql);
/** The newest checkpoints are taken away. */
async function cutOff(checkpoints: number): Promise<void> {
  await byHand('ALTER TABLE ledger.checkpoint DISABLE TRIGGER append_only');
  await byHand(
    `DELETE FROM ledger.checkpoint WHERE number > (SELECT max(number) - ${checkpoints} FROM ledger.checkpoint)`,
  );
}
/** A server that has just been started. */
const server = (directory = keysDir) =>
  createLogWatch({ db: database.app, log, keys, seenLog: seenLogIn([directory]) });
const seen = (directory = keysDir) => seenLogIn([directory]).read();
const isStopped = async () => (await byHand('SELECT FROM ledger.books_stop WHERE resumed_ms IS NULL')).length > 0;
const named = async () => {
  const findings = await verifyLedger(database.admin, { ...keys, seen: await seen() });
  return findings.filter(({ violations }) => violations > 0).map(({ name }) => name);
};
const twoPeopleState = async () => {
  for (const actor of ['S1', 'S2']) await recordTheCause(database.admin, actor, 'A backup of Monday was put back.');
};

it('a log that only grows stops nothing, and is kept as far as it goes', async () => {
  const look = server();
  await look();
  expect(await seen()).toBeUndefined();
  await grows(2);
  await look();
  await grows(3); // and the server ended before it looked again
  expect(await seen()).toMatchObject({ number: 2 });
  await server()();
  expect(await seen()).toMatchObject(await checkpointCount(database.app));
  expect(await isStopped()).toBe(false);
  expect(await named()).toEqual([]);
  expect(await readdir(keysDir)).toEqual(['log-seen']);
});

it.each([
  ['while a server runs, and before it signs the next', 0],
  ['and the log went on as far as it was', 3],
  ['and it went on further', 6],
])('a tail that was cut off stops money, and verify names it: %s', async (_when, later) => {
  const running = server();
  await grows(5);
  await running();
  await cutOff(3);
  await grows(later);
  for (const look of [running, server()]) {
    await look();
    expect(await isStopped()).toBe(true);
    expect(await seen()).toMatchObject({ number: 5 });
    expect(await named()).toEqual(['checkpoint_count']);
  }
});

it('the log goes on from a backup once two people have recorded why, and is missed again when it is cut off again', async () => {
  const [own, other] = [keysDir, await newDirectory()];
  await grows(5);
  for (const directory of [own, other]) await server(directory)();
  await cutOff(3);
  const running = server(own);
  await running();
  await twoPeopleState();
  await grows(1);
  await running();
  expect(await seen()).toMatchObject({ number: 3 });
  // Another server, which was away, has seen as much as was lost.
  await server(other)();
  expect(await seen(other)).toMatchObject({ number: 3 });
  expect(await isStopped()).toBe(false);
  expect(await named()).toEqual([]);
  await cutOff(1);
  await running();
  expect(await isStopped()).toBe(true);
  expect(await named()).toEqual(['checkpoint_count']);
});

it('a checkpoint that no server signed is not kept', async () => {
  await grows(2);
  await byHand(
    `INSERT INTO ledger.checkpoint SELECT size, root, at_ms + 1, note || 'x', 900, sha256('x') FROM ledger.checkpoint WHERE number = 2`,
  );
  await server()();
  expect(await seen()).toBeUndefined();
});

it('a file that holds something else is not taken for none', async () => {
  await writeFile(path.join(keysDir, 'log-seen'), 'nothing\n');
  await expect(server()()).rejects.toThrow('holds no checkpoint');
});

const unlocked = (table: string) => byHand(`ALTER TABLE ledger.${table} DISABLE TRIGGER append_only`);

const takeAway = async (table: string, rows: string) => {
  await unlocked(table);
  await byHand(`DELETE FROM ledger.${table} ${rows}`);
};

const grownBy = async () => {
  await grows(4);
  await expect(refuseCutLog(database.app)).resolves.toBeUndefined();
};

describe('a server is not started', () => {
  const NEWEST = `(SELECT max(id) FROM ledger.record)`;

  it('where the newest record is gone from a log that has its place', async () => {
    await grownBy();
    await takeAway('record_signature', `WHERE record_id = ${NEWEST}`);
    await takeAway('record', `WHERE id = ${NEWEST}`);
    await expect(refuseCutLog(database.app)).rejects.toThrow(/^The log has \d+ places, and \d+ .*: run npm run verify/);
  });

  it('where another record stands under its id', async () => {
    await grownBy();
    await unlocked('record');
    await byHand(`UPDATE ledger.record SET leaf = sha256('x') WHERE id = ${NEWEST}`);
    await expect(refuseCutLog(database.app)).rejects.toThrow(/^The log has \d+ places/);
  });

  it('but where a record waits for its place, as after a server that was killed', async () => {
    await grownBy();
    await appendRecord(database.app, { type: 'ops.action', json: JSON.stringify({ made: randomUUID() }) });
    await expect(refuseCutLog(database.app)).resolves.toBeUndefined();
  });
});
