import { expectRecord } from '#modules/ledger/index.ts';
import { fromBase64, hash, isSignedFile, unhex, utf8 } from '@khara/proof';
import { HOUR_MS } from '@khara/rules';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, GOOD_PASSWORD, newAddress, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { DAY, recharge, takenBack } from '#test/ledger-fixtures.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { eraseClosedAccounts, handlers } from './index.ts';
import { readEverything } from './store.ts';

const database = useTestDatabase();
const clock = new TestClock();
let deps: Deps;
let app: FastifyInstance;

beforeAll(async () => {
  ({ app, deps } = await memberApp({ db: database.app, clock }, handlers));
});
afterAll(() => app.close());

const exportOf = async ({ token, transactionPassword }: { token: string; transactionPassword: string }) =>
  app.inject({ method: 'POST', url: '/app/user/exportData', headers: { token }, payload: { transactionPassword } });

/** An order that is over, and what its member wrote about it. */
async function noteAnOrder({ userId }: { readonly userId: string }): Promise<void> {
  await database.admin.query(
    't.order',
    `INSERT INTO trading."order" (user_id, account_key, request_id, req, code, asset, side, type, product, validity, quantity, price_paise,
       market_date, market_time, accepted_ms, state, frozen_paise, updated_ms)
     VALUES ($1, 1, 'first', sha256('r'), 'THEWA', 'EQ:INE000000001', 'buy', 'limit', 'delivery', 'day', 1, 100, '2026-11-25', '', 1, 'cancelled', 0, 1)`,
    [userId],
  );
  await database.app.query(
    't.note',
    `INSERT INTO trading.order_note (order_id, user_id, text, tags, changed_ms)
     SELECT id, user_id, 'My uncle said so.', '{uncle}', 1 FROM trading."order" WHERE user_id = $1`,
    [userId],
  );
}

/** A level on the chart of a share. */
const drawALevel = ({ userId }: { readonly userId: string }): Promise<unknown> =>
  database.app.query(
    't.drawing',
    `INSERT INTO market.drawings (user_id, code, revision, adjusted_until_ms, list, at_ms)
     VALUES ($1, 'THEWA', 1, 0, '[["level", 1795000000000, 10405]]', 1)`,
    [userId],
  );

describe('everything that is kept', () => {
  it('comes as a signed file, whole, and without what is secret', async () => {
    const member = await newMember(app);
    await recharge(database.app, member.userId, 123_456n, `RC-${member.userId}`);
    await noteAnOrder(member);
    await drawALevel(member);
    const { body, headers } = await exportOf(member);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="khara-/);
    const { archive, signature } = JSON.parse(body);
    expect(archive.account).toMatchObject([{ id: member.userId, phone: `+91${member.phone}` }]);
    expect(archive.ledgerEntries[0]).toMatchObject({
      kind: 'recharge',
      lines: [{ amount: -123456 }, { amount: 123456 }],
    });
    expect(archive.orderNotes).toMatchObject([{ note: { text: 'My uncle said so.', tags: ['uncle'] } }]);
    expect(archive.notices.length).toBeGreaterThan(0);
    expect(archive.drawings).toMatchObject([{ code: 'THEWA', list: [['level', 1_795_000_000_000, 10_405]] }]);

    const text = body.slice('{"archive":'.length, body.lastIndexOf(',\n"signature"'));
    const digest = hash(utf8(text));
    const signed = [fromBase64(signature.signature)!, unhex(signature.publicKey)!] as const;
    expect(isSignedFile(digest, ...signed)).toBe(true);
    expect(isSignedFile(hash(utf8(text.replace('123456', '923456'))), ...signed)).toBe(false);
    for (const secret of [member.token, 'argon2id', 'wrapped_key', 'token_hash']) expect(body).not.toContain(secret);
  });

  it('is of the caller only, needs the transaction password, and is made five times an hour at most', async () => {
    const [one, two] = [await newMember(app), await newMember(app)];
    expect((await exportOf(one)).body).not.toContain(two.userId);
    expect(await one.client.refused('exportData', { transactionPassword: '000000' })).toBe(
      'transaction_password_wrong',
    );
    for (let times = 0; times < 4; times += 1)
      expect((await exportOf(one)).headers['content-disposition']).toBeDefined();
    expect((await exportOf(one)).json()).toMatchObject({ data: { reason: 'try_later' } });
  });
});

describe('closing an account', () => {
  it('erases it after 48 hours: no sign-in, nothing personal is left, and the books stay whole', async () => {
    const member = await newMember(app);
    await noteAnOrder(member);
    await drawALevel(member);
    const { erasesAt } = await member.client.get('closeAccount', { transactionPassword: member.transactionPassword });
    expect(erasesAt).toBe(clock.now() + 48 * HOUR_MS);
    expect(await member.client.get('closing', {})).toEqual({ erasesAt });
    clock.advance(48 * HOUR_MS - 1);
    await eraseClosedAccounts(deps);
    const from = client(app, { 'x-forwarded-for': newAddress() });
    await from.get('signIn', { phone: member.phone, password: GOOD_PASSWORD });
    clock.advance(1);
    await eraseClosedAccounts(deps);
    await eraseClosedAccounts(deps);
    expect((await member.client.ask('userDetail', {})).code).toBe(2001);
    expect(await from.refused('signIn', { phone: member.phone, password: GOOD_PASSWORD })).toBe('credentials_invalid');
    const rows = await database.app.query<{ text: string }>(
      't.left',
      `SELECT row_to_json(m)::text AS text FROM accounts.member m WHERE id = $1
       UNION ALL SELECT row_to_json(s)::text FROM accounts.session s WHERE member_id = $1
       UNION ALL SELECT row_to_json(n)::text FROM notices.notice n WHERE member_id = $1
       UNION ALL SELECT row_to_json(n)::text FROM trading.order_note n WHERE user_id = $1
       UNION ALL SELECT row_to_json(d)::text FROM market.drawings d WHERE user_id = $1`,
      [member.userId],
    );
    const left = rows.map(({ text }) => text).join();
    for (const personal of [member.phone, 'argon2id', 'uncle', 'THEWA']) expect(left).not.toContain(personal);
    // By themselves: a time or a hash may hold these four digits by chance.
    expect(left).not.toMatch(new RegExp(`(?<![0-9a-f])${member.phone.slice(-4)}(?![0-9a-f])`));
    // No device that asks at the same time makes notices of orders again.
    const made = await database.app.query(
      't.made',
      'SELECT order_id FROM trading.notices_made WHERE user_id = $1 AND order_id > 9e18',
      [member.userId],
    );
    expect(made).toHaveLength(1);
  });

  it('leaves the phone free for a new account', async () => {
    const member = await newMember(app);
    await member.client.get('closeAccount', { transactionPassword: member.transactionPassword });
    clock.advance(48 * HOUR_MS);
    await eraseClosedAccounts(deps);
    const payload = { phone: member.phone, password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
    const again = await client(app, { 'x-forwarded-for': newAddress() }).get('register', payload);
    expect(again.userInfo.id).not.toBe(member.userId);
  });

  it('is refused while there is money, and taken back while there is time', async () => {
    const member = await newMember(app);
    const close = () => member.client.ask('closeAccount', { transactionPassword: member.transactionPassword });
    expect((await close()).code).toBe(200);
    await member.client.get('keepAccount', {});
    expect(await member.client.get('closing', {})).toEqual({ erasesAt: null });
    await recharge(database.app, member.userId, 100n, `RC-${member.userId}`);
    expect((await close()).data).toMatchObject({ reason: 'account_not_empty' });
  });

  it('is refused while it owes, and not made when it comes to owe meanwhile', async () => {
    const [owing, late] = [await newMember(app), await newMember(app)];
    await takenBack(database.app, owing.userId, 500_00n, DAY);
    const asked = await owing.client.ask('closeAccount', { transactionPassword: owing.transactionPassword });
    expect(asked).toMatchObject({ code: 500, data: { reason: 'account_owes', owed: 'INR 500.00' } });
    expect(asked.msg).toBe(
      'You owe ₹500.00 that the platform paid for you. Recharge: it pays that first. Then close the account',
    );

    await late.client.get('closeAccount', { transactionPassword: late.transactionPassword });
    await takenBack(database.app, late.userId, 1n, DAY);
    clock.advance(48 * HOUR_MS);
    await eraseClosedAccounts(deps);
    const from = client(app, { 'x-forwarded-for': newAddress() });
    await from.get('signIn', { phone: late.phone, password: GOOD_PASSWORD });
  });

  it('is refused while a dividend is still to be paid, and the export names it', async () => {
    const member = await newMember(app);
    await database.admin.query(
      't.dividend',
      `INSERT INTO trading.entitlement (action_id, user_id, asset, code, kind, on_date, held, gross_paise, at_ms, pays_on)
       VALUES ('THEWA-2026-11-20', $1, 'EQ:INE000000001', 'THEWA', 'dividend', '2026-11-20', 10, 4500, 1, '2026-12-04')`,
      [member.userId],
    );
    const { transactionPassword } = member;
    expect(await member.client.ask('closeAccount', { transactionPassword })).toMatchObject({
      data: { reason: 'account_not_empty' },
    });
    const kept = new Map(await readEverything(database.app, member.userId));
    expect(kept.get('entitlements')).toContain('THEWA-2026-11-20');
  });

  it('that is not empty any more when its time comes is not closed', async () => {
    const member = await newMember(app);
    await member.client.get('closeAccount', { transactionPassword: member.transactionPassword });
    await recharge(database.app, member.userId, 100n, `RC-${member.userId}`);
    clock.advance(48 * HOUR_MS);
    await eraseClosedAccounts(deps);
    const from = client(app, { 'x-forwarded-for': newAddress() });
    await from.get('signIn', { phone: member.phone, password: GOOD_PASSWORD });
  });
});

it('the access log shows what others did about an account, and cannot be changed', async () => {
  const [member, other] = [await newMember(app), await newMember(app)];
  const note = (action: string) =>
    database.app.transaction((tx) => {
      expectRecord(tx, 'account.access', { owner: `u:${member.userId}`, action });
      return tx.query(
        't.access',
        `INSERT INTO accounts.access (member_id, actor, action, reason, at) VALUES ($1, 'S2', $2, 'review', $3)`,
        [member.userId, action, clock.now()],
      );
    });
  for (const action of ['picture.viewed', 'identity.decided', 'statement.viewed']) await note(action);
  const page = await member.client.get('accessLog', { size: 2 });
  expect(page.list.map(({ who, action }) => [who, action])).toEqual([
    ['S2', 'statement.viewed'],
    ['S2', 'identity.decided'],
  ]);
  const rest = await member.client.get('accessLog', { size: 2, cursor: page.nextCursor! });
  expect(rest).toMatchObject({ list: [{ action: 'picture.viewed' }], nextCursor: null });
  expect((await other.client.get('accessLog', {})).list).toEqual([]);
  const change = database.admin.query(
    't.change',
    `UPDATE accounts.access SET actor = 'nobody' WHERE member_id = '${member.userId}'`,
  );
  await expect(change).rejects.toThrow('stays written');
});
