import { hex, derivePublicKey, signNodeKey } from '@khara/proof';
import { expect, it } from 'vitest';
import { verifyLedger } from '#src/verify/ledger.ts';
import { verifySigners } from '#src/verify/signers.ts';
import { useTestDatabase } from '#test/database.ts';
import { LOG_KEY, NODE_KEY, TestClock, testDeps } from '#test/deps.ts';
import { recharge } from '#test/ledger-fixtures.ts';
import { appendRecord, certifyNode, loadReceipt, retireNode, rotateLogKey, sealLog, readSigner } from './index.ts';

const database = useTestDatabase({ per: 'test', provesBooks: false });
const { keys } = testDeps();
const clock = new TestClock();

const keyOf = (node: string, n: number) => {
  const secretSeed = new Uint8Array(32).fill(n);
  return { node, publicKey: derivePublicKey(secretSeed), secretSeed };
};
const rootOf = (n: number) => ({ ...keyOf('', n), name: LOG_KEY.name });
const seal = async () => {
  clock.advance(2000);
  await sealLog({ db: database.app, clock, keys });
};
/** A recharge whose receipt a server answers. */
async function receiptBy(node: typeof NODE_KEY, ref: string) {
  await recharge(database.app, 'asha', 100n, ref);
  return loadReceipt({ db: database.app, keys: { ...keys, node } }, { kind: 'recharge', ref });
}
const wrong = async (log = LOG_KEY) =>
  [
    ...(await verifyLedger(database.admin, { ...keys, log })),
    ...(await verifySigners(database.admin, { ...keys, log })),
  ]
    .filter(({ violations }) => violations > 0)
    .map(({ name }) => name);
/** As an intruder with the superuser's password, past triggers. */
let tampered = 0;
const tamper = (sql: string, params: readonly string[] = []) =>
  database.admin.transaction(async (tx) => {
    await tx.query('test.past_triggers', 'ALTER TABLE ledger.record DISABLE TRIGGER append_only');
    await tx.query('test.past_triggers_2', 'ALTER TABLE ledger.signed_receipt DISABLE TRIGGER append_only');
    await tx.query(`test.tamper.${(tampered += 1)}`, sql, params);
  });

it('every server answers with the receipt of the one that signed first', async () => {
  const [one, two] = [keyOf('api-1', 11), keyOf('api-2', 12)];
  for (const node of [one, two]) await certifyNode(database.app, LOG_KEY, node);
  const first = await receiptBy(one, 'RC-1');
  expect(first.signer).toBe(hex(one.publicKey));
  const ask = (node: typeof one) =>
    loadReceipt({ db: database.app, keys: { ...keys, node } }, { kind: 'recharge', ref: 'RC-1' });
  expect(await ask(two)).toEqual(first);
  await recharge(database.app, 'asha', 100n, 'RC-2');
  const answers = await Promise.all(
    [one, two, one, two].map((node) =>
      loadReceipt({ db: database.app, keys: { ...keys, node } }, { kind: 'recharge', ref: 'RC-2' }),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await seal();
  expect(await wrong()).toEqual([]);
});

it('a key is certified once, for one server; the next key of a server retires the one before', async () => {
  const [first, next] = [keyOf('api-1', 11), keyOf('api-1', 12)];
  for (let times = 0; times < 2; times += 1) await certifyNode(database.app, LOG_KEY, first);
  await expect(certifyNode(database.app, LOG_KEY, { ...first, node: 'api-2' })).rejects.toThrow('is that of api-1');
  await receiptBy(first, 'RC-1');
  await certifyNode(database.app, LOG_KEY, next);
  expect((await readSigner(database.app, first.publicKey)).retirement).toBeDefined();
  expect((await readSigner(database.app, next.publicKey)).retirement).toBeUndefined();
  await recharge(database.app, 'asha', 100n, 'RC-2');
  const late = { db: database.app, keys: { ...keys, node: first } };
  await expect(loadReceipt(late, { kind: 'recharge', ref: 'RC-2' })).rejects.toThrow('was retired');
  expect(await loadReceipt(late, { kind: 'recharge', ref: 'RC-1' }), 'what it signed before').toMatchObject({
    signer: hex(first.publicKey),
  });
  await receiptBy(next, 'RC-3');
  await seal();
  expect(await wrong()).toEqual([]);
});

it('certificates hold on when the key of the log is changed, and that key certifies nothing more', async () => {
  const node = keyOf('api-1', 11);
  await certifyNode(database.app, LOG_KEY, node);
  await receiptBy(node, 'RC-1');
  const next = rootOf(6);
  await rotateLogKey(database.app, LOG_KEY, next);
  await certifyNode(database.app, next, node);
  await receiptBy(node, 'RC-2');
  expect(await wrong(next)).toEqual([]);
  await certifyNode(database.app, LOG_KEY, keyOf('api-9', 19));
  expect(await wrong(next)).toEqual(['node_keys']);
});

it('a receipt by a key that is not certified is found, and so is a certificate that a stranger signed', async () => {
  const stranger = keyOf('api-1', 13);
  await receiptBy(stranger, 'RC-1');
  expect(await wrong()).toEqual(['receipt_signatures']);
  const json = signNodeKey(
    'certify',
    { name: LOG_KEY.name, node: 'api-1', key: stranger.publicKey },
    stranger.secretSeed,
  );
  await appendRecord(database.app, { type: 'node.certify', json, ref: hex(stranger.publicKey) });
  expect(await wrong()).toEqual(['node_keys', 'receipt_signatures']);
});

it('an altered certificate is found, and one that stands under another key', async () => {
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await receiptBy(NODE_KEY, 'RC-1');
  await seal();
  expect(await wrong()).toEqual([]);
  await tamper(`UPDATE ledger.record SET json = replace(json, '"khara"', '"other"') WHERE type = 'node.certify'`);
  expect(await wrong()).toEqual(['record_hash', 'node_keys', 'receipt_signatures']);
  await tamper(
    `UPDATE ledger.record SET json = replace(json, '"other"', '"khara"'), ref = 'another' WHERE type = 'node.certify'`,
  );
  expect(await wrong()).toEqual(['node_keys', 'receipt_signatures']);
});

it('a key that is used after it was retired is found, however its receipt came to be kept', async () => {
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await receiptBy(NODE_KEY, 'RC-1');
  await seal();
  expect(await retireNode(database.app, LOG_KEY, NODE_KEY.node)).toEqual([hex(NODE_KEY.publicKey)]);
  await seal();
  expect(await wrong()).toEqual([]);
  await tamper(`UPDATE ledger.record SET ref = 'away' WHERE type = 'node.retire'`);
  await receiptBy(NODE_KEY, 'RC-2');
  await seal();
  await tamper(`UPDATE ledger.record SET ref = $1 WHERE type = 'node.retire'`, [hex(NODE_KEY.publicKey)]);
  expect(await wrong()).toEqual(['receipt_signatures']);
});

it('a signature that was put under another entry is found, and one without its entry', async () => {
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  await receiptBy(NODE_KEY, 'RC-1');
  const { uid } = await recharge(database.app, 'asha', 100n, 'RC-2');
  await tamper('UPDATE ledger.signed_receipt SET uid = $1', [uid]);
  expect(await wrong()).toEqual(['receipt_signatures']);
  await tamper(`UPDATE ledger.signed_receipt SET uid = '00000000-0000-7000-8000-000000000001'`);
  expect(await wrong()).toEqual(['receipt_signatures']);
});
