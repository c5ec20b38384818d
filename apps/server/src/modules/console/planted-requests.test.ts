import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { inFour, useBackOffice } from '#test/back-office.ts';
import { verifyBackOffice } from '#src/verify/back-office.ts';
import { executeApprovedRequests } from './index.ts';
import { decideRequest, insertRequest, type ActionName } from './request-store.ts';

const office = useBackOffice();
const { database } = office;
const BANNER = {
  image: '/h5/banners/charges.svg',
  link: '/pages/market/newStock/index',
  place: 1,
  shown: true,
  texts: inFour({ title: 'New', text: 't' }),
};

const planted = (subject: string) =>
  database.admin.query<{ id: bigint }>(
    `t.planted.${subject}`,
    `INSERT INTO console.request (action, subject, payload, reason, maker, at, state, checker, decision_reason, decided_at)
       VALUES ('banner.publish', $1, $2, 'review', 'S1', 1, 'approved', 'S2', 'review', 2) RETURNING id`,
    [subject, JSON.stringify({ banner: BANNER })],
  );
const shown = () => database.admin.query('t.banners', `SELECT id FROM content.banner WHERE id LIKE 'planted%'`);
const byHand = (sql: string, ...params: readonly bigint[]) =>
  database.admin.query(`t.by_hand.${randomUUID()}`, sql, [...params]);
const isNotDone = async (id: bigint) => {
  await expect(executeApprovedRequests(office.deps)).rejects.toThrow('Approved requests could not be executed');
  expect(await shown()).toEqual([]);
  await byHand('DELETE FROM console.request WHERE id = $1', id);
};

it('a request that was planted as agreed to is not executed, with planted records or without any', async () => {
  // The triggers of the rows write their records.
  await byHand('ALTER TABLE console.request DISABLE TRIGGER USER');
  const [alone] = await planted('planted-alone');
  await isNotDone(alone!.id);
  await byHand('ALTER TABLE console.request ENABLE TRIGGER recorded');
  await byHand('ALTER TABLE ledger.record DISABLE TRIGGER is_signed');
  const [recorded] = await planted('planted-recorded');
  await isNotDone(recorded!.id);
  await byHand('ALTER TABLE ledger.record ENABLE ALWAYS TRIGGER is_signed');
  await byHand('ALTER TABLE console.request ENABLE TRIGGER USER');
});

it('a request for what no page offers is not executed, though two people agree to it, and verify finds it', async () => {
  const at = office.world.clock.now();
  const [maker, checker] = ['S1', 'S2'].map((staff) => ({ staff, tokenHash: Buffer.alloc(32, staff) }));
  for (const { staff, tokenHash } of [maker!, checker!]) {
    await database.admin.query(
      't.session',
      'INSERT INTO console.session (token_hash, staff, created_at, last_seen_at) VALUES ($1, $2, $3, $3)',
      [tokenHash, staff, at],
    );
  }
  const { backOffice } = office.deps;
  const asked = (action: string) =>
    insertRequest(backOffice, {
      tokenHash: maker!.tokenHash,
      action: action as ActionName,
      subject: 'AAMRAI',
      payload: { approve: true },
      reason: 'review',
      at,
    });
  await expect(asked('price.decide'), 'there is no queue of them').rejects.toThrow('console.price_line');
  const id = (await asked('price.set')) as bigint;
  await decideRequest(backOffice, { tokenHash: checker!.tokenHash, id, approve: true, reason: 'review', at });
  const found = await verifyBackOffice(database.admin, office.deps.keys);
  expect(found.find(({ name }) => name === 'requests_recorded')?.sample).toBe(
    `request ${id} is for price.set, which nobody can ask for`,
  );
  await byHand('ALTER TABLE console.request DISABLE TRIGGER USER');
  await isNotDone(id);
  await byHand('ALTER TABLE console.request ENABLE TRIGGER USER');
});
