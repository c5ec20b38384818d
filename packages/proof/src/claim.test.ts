import { expect, it } from 'vitest';
import {
  claimReceipts,
  followLog,
  hex,
  PROMISE_MS,
  derivePublicKey,
  type ClaimSource,
  type FollowedLog,
  type HeldReceipt,
  type PublishedRecord,
} from './index.ts';
import { SmallLog } from '../test/small-log.ts';

const OWNER = 'u:asha';
const certified = () => new SmallLog().grow(5).say('certify');

async function following(log: SmallLog): Promise<FollowedLog> {
  const followed = await followLog(undefined, () => Promise.resolve(log.checkpoint()!));
  if (!followed.ok) throw new Error(followed.fault);
  return followed;
}
const sourceOf = (log: SmallLog): ClaimSource => ({
  checkpoint: (fromSize) => Promise.resolve(log.checkpoint(fromSize)!),
  claim: (uid) => Promise.resolve(log.proof(uid) ?? 'unknown'),
  nodeKey: (key) => Promise.resolve(log.nodeKey(key) ?? 'unknown'),
});
const claim = async (log: SmallLog, receipts: readonly HeldReceipt[]) =>
  claimReceipts(sourceOf(log), receipts, await following(log));

it('a promise that was kept is proved, also when the log has grown between two questions', async () => {
  const log = certified();
  const [first, second] = [log.enter(OWNER), log.enter(OWNER)];
  first.seal();
  second.seal();
  const followed = await following(log);
  log.grow(3);
  expect(await claimReceipts(sourceOf(log), [first, second], followed)).toEqual({
    ok: true,
    proved: [first.uid, second.uid],
  });
});

it('an entry that the server does not know, or has not put in the log, is a broken promise', async () => {
  const log = certified();
  const [kept, lost] = [log.enter(OWNER), log.enter(OWNER)];
  kept.seal();
  expect(await claim(log, [kept, lost])).toMatchObject({
    ok: false,
    proved: [kept.uid],
    fault: 'promise_broken',
    came: 'unknown',
    evidence: { receipt: { uid: lost.uid, signature: lost.signature } },
  });
  const waiting: ClaimSource = { ...sourceOf(log), claim: () => Promise.resolve('waiting') };
  const soon = await claimReceipts(waiting, [lost], await following(log));
  expect(soon, 'its time is not over').toEqual({ ok: true, proved: [] });
  const later = await following(log.wait(PROMISE_MS + 1));
  expect(await claimReceipts(waiting, [lost], later)).toMatchObject({
    fault: 'promise_broken',
    came: 'waiting',
    evidence: { receipt: { uid: lost.uid }, found: later.note },
  });
});

it('an entry in another version than was signed for is found, and so is one that is not in the tree', async () => {
  const log = certified();
  const receipt = log.enter(OWNER);
  receipt.seal();
  const proof = log.proof(receipt.uid)!;
  const answering = (change: object): ClaimSource => ({
    ...sourceOf(log),
    claim: () => Promise.resolve({ ...proof, ...change }),
  });
  const followed = await following(log);
  const changed = { entry: { ...proof.entry, at: proof.entry.at + 1 } };
  expect(await claimReceipts(answering(changed), [receipt], followed)).toMatchObject({ fault: 'two_versions' });
  const elsewhere = { index: proof.index - 1 };
  expect(await claimReceipts(answering(elsewhere), [receipt], followed)).toMatchObject({ fault: 'not_included' });
});

it('a receipt that another key has signed than it names is no promise', async () => {
  const log = certified();
  const receipt = log.enter(OWNER);
  receipt.seal();
  expect(await claim(log, [{ ...receipt, at: receipt.at + 1 }])).toMatchObject({ fault: 'receipt_not_signed' });
  const other = { ...receipt, signer: hex(derivePublicKey(new Uint8Array(32).fill(9))) };
  expect(await claim(log, [other])).toMatchObject({ fault: 'receipt_not_signed' });
});

it('a key counts by its certificate alone: in the log, and signed by a key that was the log’s', async () => {
  const log = new SmallLog().grow(5);
  const receipt = log.enter(OWNER);
  receipt.seal();
  expect(await claim(log, [receipt]), 'none').toMatchObject({ fault: 'signer_not_certified', came: 'unknown' });
  const stranger = new Uint8Array(32).fill(9);
  log.say('certify', stranger);
  expect(await claim(log, [receipt]), 'a stranger’s').toMatchObject({ fault: 'signer_not_certified' });

  log.say('certify');
  expect(await claim(log, [receipt])).toEqual({ ok: true, proved: [receipt.uid] });
  const answer = log.nodeKey(receipt.signer)!;
  const saying = (change: Partial<PublishedRecord>): ClaimSource => ({
    ...sourceOf(log),
    nodeKey: () => Promise.resolve({ ...answer, certificate: { ...answer.certificate, ...change } }),
  });
  const followed = await following(log);
  const altered = saying({ json: answer.certificate.json.replace('"one"', '"two"') });
  expect(await claimReceipts(altered, [receipt], followed)).toMatchObject({ fault: 'signer_not_certified' });
  const elsewhere = saying({ index: answer.certificate.index - 1 });
  expect(await claimReceipts(elsewhere, [receipt], followed)).toMatchObject({ fault: 'signer_not_certified' });
  const otherLog = new SmallLog().grow(3, 'another').say('certify').nodeKey(receipt.signer)!;
  const fromOther = saying(otherLog.certificate);
  expect(await claimReceipts(fromOther, [receipt], followed)).toMatchObject({ fault: 'not_consistent' });
});

it('a certificate of the key that was the log’s before counts, and of the one that was pinned then', async () => {
  const log = certified();
  const receipt = log.enter(OWNER);
  receipt.seal();
  const followed = await following(log);
  const other = [{ name: log.name, publicKey: derivePublicKey(new Uint8Array(32).fill(9)) }];
  const later: FollowedLog = { ...followed, everyKey: [...other, ...followed.keys] };
  expect(await claimReceipts(sourceOf(log), [receipt], later)).toMatchObject({ ok: true });
  const unknown: FollowedLog = { ...followed, everyKey: other };
  expect(await claimReceipts(sourceOf(log), [receipt], unknown)).toMatchObject({ fault: 'signer_not_certified' });
  const pinned = { ...receipt, pinned: log.publicKey };
  expect(await claimReceipts(sourceOf(log), [pinned], unknown)).toMatchObject({ ok: true });
});

it('a key that was retired counts for entries before, and for none after', async () => {
  const log = certified();
  const before = log.enter(OWNER);
  before.seal();
  log.say('retire');
  const after = log.enter(OWNER);
  const never = log.enter(OWNER);
  after.seal();
  expect(await claim(log, [before, after])).toMatchObject({ proved: [before.uid], fault: 'signer_retired' });
  expect(await claim(log, [never]), 'and it is in no log').toMatchObject({ fault: 'signer_retired' });
});
