import { expect, it } from 'vitest';
import { claimReceipts, followLog, PROMISE_MS, type ClaimSource, type FollowedLog, type HeldReceipt } from './index.ts';
import { SmallLog } from '../test/small-log.ts';

const OWNER = 'u:asha';

async function following(log: SmallLog): Promise<FollowedLog> {
  const followed = await followLog(undefined, () => Promise.resolve(log.checkpoint()!));
  if (!followed.ok) throw new Error(followed.fault);
  return followed;
}
const sourceOf = (log: SmallLog): ClaimSource => ({
  checkpoint: (fromSize) => Promise.resolve(log.checkpoint(fromSize)!),
  claim: (uid) => Promise.resolve(log.proof(uid) ?? 'unknown'),
});
const claim = async (log: SmallLog, receipts: readonly HeldReceipt[]) =>
  claimReceipts(sourceOf(log), receipts, await following(log));

it('a promise that was kept is proved, also when the log has grown between two questions', async () => {
  const log = new SmallLog().grow(5);
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
  const log = new SmallLog().grow(5);
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
  const log = new SmallLog().grow(5);
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

it('a receipt that the log’s key has not signed is no promise; one of the key that was pinned then is', async () => {
  const log = new SmallLog().grow(5);
  const receipt = log.enter(OWNER);
  receipt.seal();
  expect(await claim(log, [{ ...receipt, at: receipt.at + 1 }])).toMatchObject({ fault: 'receipt_not_signed' });
  const followed = await following(log);
  const rotated: FollowedLog = { ...followed, keys: [{ name: log.name, publicKey: new Uint8Array(32) }] };
  expect(await claimReceipts(sourceOf(log), [receipt], rotated)).toMatchObject({ fault: 'receipt_not_signed' });
  const pinned = await claimReceipts(sourceOf(log), [{ ...receipt, pinned: log.publicKey }], rotated);
  expect(pinned, 'the entry is looked for, and the note is not believed').toMatchObject({ fault: 'bad_signature' });
});
