import { hex, derivePublicKey, signRecords } from '@khara/proof';
import { expect, it } from 'vitest';
import { verifySigners } from '#src/verify/signers.ts';
import { asIntruder, brokenChecks, useTestDatabase } from '#test/database.ts';
import { LOG_KEY, NODE_KEY, OWN_KEYS, TestClock, testDeps } from '#test/deps.ts';
import { askedBy } from '#src/kernel/asked.ts';
import { signatureCheck, signerWith } from './signatures.ts';
import {
  appendRecord,
  certifyNode,
  expectRecord,
  findRecord,
  recordsToCheck,
  retireNode,
  sealLog,
  signTransaction,
  wrongSignature,
} from './index.ts';

const database = useTestDatabase({ per: 'test', provesBooks: false });
const { keys } = testDeps();
const clock = new TestClock();
const seal = () => sealLog({ db: database.app, clock, keys });

const keyOf = (node: string, n: number) => {
  const secretSeed = new Uint8Array(32).fill(n);
  return { node, publicKey: derivePublicKey(secretSeed), secretSeed };
};
const write = (ref: string, json = `{"what":"${ref}"}`) =>
  appendRecord(database.app, { type: 'ops.action', json, ref });
const placeOf = async (ref: string) => (await findRecord(database.app, 'ops.action', ref))?.index;
const stops = () =>
  database.app.query<{ checkName: string; sample: string }>(
    'test.stops',
    'SELECT check_name, sample FROM ledger.books_stop',
  );
const named = async () =>
  (await verifySigners(database.admin, keys)).filter(({ violations }) => violations > 0).map(({ name }) => name);
const all = () => recordsToCheck(database.app, { after: 0n, size: 1000 });
const KEYS = new Map([[hex(NODE_KEY.publicKey), { check: signatureCheck(NODE_KEY.publicKey) }]]);
const FORGE = `SELECT ledger.record_by('server', 'ops.action', '{"what":"forged"}', 'forged')`;

it('records of a transaction are signed together, with who asked for them', async () => {
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await askedBy('session s1', () =>
    database.app.transaction(async (tx) => {
      for (const ref of ['a', 'b', 'c']) await appendRecord(tx, { type: 'ops.action', json: `{"n":"${ref}"}`, ref });
    }),
  );
  await write('d');
  const records = (await all()).filter(({ type }) => type === 'ops.action');
  expect(records.map(({ asked, size }) => [asked, size])).toEqual([
    ['session s1', 3],
    ['session s1', 3],
    ['session s1', 3],
    [undefined, 1],
  ]);
  expect(records.map((record) => wrongSignature(record, KEYS))).toEqual([undefined, undefined, undefined, undefined]);
  await seal();
  expect(await named()).toEqual([]);
  expect(await brokenChecks(database.app)).toEqual([]);
});

it('a record that was written by hand gets no place, stops money, and those after it go on', async () => {
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await write('before');
  await asIntruder(database.admin, FORGE);
  await write('after');
  await seal();
  expect(await placeOf('before')).toBe(1);
  expect(await placeOf('forged')).toBeUndefined();
  expect(await placeOf('after')).toBe(2);
  expect(await stops()).toEqual([
    { checkName: 'record_signatures', sample: expect.stringContaining('is signed by no server') },
  ]);
  expect(await named()).toEqual(['record_signatures']);
  const found = await brokenChecks(database.app);
  expect(found.map(({ name }) => name)).toContain('record_signatures');
});

it('hundreds of forged records keep none waiting', async () => {
  const many = `SELECT ledger.record_by('server', 'ops.action', '{}', 'forged ' || n) FROM generate_series(1, 1200) n`;
  await asIntruder(database.admin, many);
  await write('after');
  await seal();
  expect(await placeOf('after')).toBe(0);
});

const COPY = (what: string, to: string) =>
  `INSERT INTO ledger.record_signature SELECT ${to}, s.asked, s.signer, s.signature, s.place, s.size, s.path
   FROM ledger.record_signature s WHERE s.record_id = (SELECT id FROM ledger.record WHERE ref = '${what}')`;
const FORGED = `(SELECT id FROM ledger.record WHERE ref = 'forged')`;

it.each([
  ['the signature of another record', [FORGE, COPY('mine', FORGED)]],
  [
    'another text',
    [
      `UPDATE ledger.record SET json = '{"what":"mine!"}', leaf = ledger.leaf_of_record(uid, type, at_ms, salt, '{"what":"mine!"}')`,
    ],
  ],
  ['another ref', [`UPDATE ledger.record SET ref = 'other'`]],
  ['another asker', [`UPDATE ledger.record_signature SET asked = 'session s2'`]],
  [
    'a later place among records, and says the same',
    [
      `WITH was AS (DELETE FROM ledger.record WHERE ref = 'mine' RETURNING *)
       INSERT INTO ledger.record OVERRIDING SYSTEM VALUE
       SELECT id + 1000, uid, type, at_ms, salt, json, leaf, ref FROM was`,
      'UPDATE ledger.record_signature SET record_id = record_id + 1000',
    ],
  ],
  [
    'a second row with the same leaf',
    [
      `INSERT INTO ledger.record OVERRIDING SYSTEM VALUE
       SELECT id + 1000, uuidv7(), type, at_ms, salt, json, leaf, 'forged' FROM ledger.record WHERE ref = 'mine'`,
      COPY('mine', FORGED),
    ],
  ],
])('a signature counts for no record that has %s', async (_what, changes) => {
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await askedBy('session s1', () => write('mine'));
  await asIntruder(
    database.admin,
    'ALTER TABLE ledger.record_signature DISABLE TRIGGER append_only',
    'ALTER TABLE ledger.record DISABLE TRIGGER append_only',
    ...changes,
  );
  await seal();
  expect(await named()).toContain('record_signatures');
  expect((await stops()).map(({ checkName: name }) => name)).toEqual(['record_signatures']);
});

it('a stranger’s key signs nothing, nor does one after its retirement; what it signed before stays', async () => {
  const [api, stranger] = [keyOf('api-1', 21), keyOf('api-2', 22)];
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await certifyNode(database.app, LOG_KEY, api);
  await write('by all');
  await signedBy(api, 'before');
  await signedBy(stranger, 'by a stranger');
  await retireNode(database.app, LOG_KEY, 'api-1');
  await signedBy(api, 'after');
  await seal();
  expect(await placeOf('before')).toBeDefined();
  for (const ref of ['by a stranger', 'after']) expect(await placeOf(ref)).toBeUndefined();
  const found = (await verifySigners(database.admin, keys)).find(({ name }) => name === 'record_signatures');
  expect(found?.violations).toBe(2);
});

/** A record with a signature by some key, as one who has it and the superuser's password writes it. */
async function signedBy(node: typeof NODE_KEY, ref: string): Promise<void> {
  await asIntruder(database.admin, `SELECT ledger.record_by('server', 'ops.action', '{}', '${ref}')`);
  const [record] = await database.admin.query<{ id: bigint; leaf: Uint8Array }>(
    'test.record',
    'SELECT id, leaf FROM ledger.record WHERE ref = $1',
    [ref],
  );
  const [signed] = signRecords([{ ...record!, ref, asked: undefined }], signerWith(node));
  await database.admin.query('test.sign', 'INSERT INTO ledger.record_signature VALUES ($1, NULL, $2, $3, 0, 1, $4)', [
    record!.id,
    node.publicKey,
    signed!.signature,
    new Uint8Array(),
  ]);
}

it('the server signs what it said that it writes, and no record that a stranger’s trigger adds', async () => {
  await asIntruder(
    database.admin,
    `CREATE FUNCTION ledger.adds() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       IF pg_trigger_depth() = 1 THEN PERFORM ledger.record_by('functions', 'staff.account', '{"number":"S9"}', 'S9'); END IF;
       RETURN NULL; END $$`,
    'CREATE TRIGGER adds AFTER INSERT ON ledger.record FOR EACH ROW EXECUTE FUNCTION ledger.adds()',
  );
  await expect(write('mine')).rejects.toThrow('that was not expected');
  expect(await all()).toEqual([]);
});

it('a function’s record is signed when it says what was expected, and else goes with its transaction', async () => {
  const stop = (check: string) =>
    database.app.transaction((tx) => {
      expectRecord(tx, 'books.stop', { check: 'made_up' });
      return tx.query(`test.stop.${check}`, `SELECT ledger.stop_books('${check}', 1, 'a test')`);
    });
  await expect(stop('another')).rejects.toThrow('that was not expected');
  const unsaid = database.app.query('test.unsaid', `SELECT ledger.stop_books('made_up', 1, 'a test')`);
  await expect(unsaid).rejects.toThrow('is signed by no server');
  await stop('made_up');
  expect(await stops()).toHaveLength(1);
});

it('a server whose key was retired writes no record', async () => {
  const api = keyOf('api-1', 21);
  await certifyNode(database.app, LOG_KEY, api);
  await retireNode(database.app, LOG_KEY, 'api-1');
  const late = database.app.transaction(async (tx) => {
    await appendRecord(tx, { type: 'ops.action', json: '{}', ref: 'late' });
    await signTransaction({ ...tx, ownKeys: () => ({ ...OWN_KEYS, node: api }) });
  });
  await expect(late).rejects.toThrow('the key of this server was retired');
});
