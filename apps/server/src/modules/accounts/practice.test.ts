import { calls, type CallName } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgramHandlers } from '#modules/programs/index.ts';
import { eraseClosedAccounts, handlers as privacy } from '#modules/privacy/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as wallet } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { verifyMembers } from '#src/verify/members.ts';
import { client, GOOD_PASSWORD, newAddress, newMember, newPhone } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { newDeviceToken, newPracticeDevice, type PracticeDevice } from '#test/practice-device.ts';
import { DAY_MS, HOUR_MS } from '@khara/rules';
import { confirmProgramKey } from './index.ts';

const database = useTestDatabase();
const clock = new TestClock();
let app: FastifyInstance;
let deps: Deps;

beforeAll(async () => {
  const market = { now: () => ({ marketDate: '2026-11-23', marketTime: '2026-11-23T10:00:00+05:30' }) };
  const handlers = { ...wallet, ...privacy, ...statement, ...createProgramHandlers(confirmProgramKey) };
  const parts = {
    market: market as Deps['market'],
    portfolio: { carryLimits: async () => false } as unknown as Deps['portfolio'],
  };
  ({ app, deps } = await memberApp({ db: database.app, clock }, handlers, { parts }));
});
afterAll(() => app.close());

const guest = (address = newAddress()) => client(app, { 'x-forwarded-for': address });

async function practise(device: PracticeDevice = newPracticeDevice(), from = guest()) {
  const data = await from.get('openPracticeAccount', { ...(await device.prove(from)), agree: true });
  const own = from.with({ token: data.token });
  /** Keeps it with a phone, by the device that it is of. */
  const keep = async (phone: string) => ({ phone, ...KEPT, ...(await device.prove(from)) });
  return { device, from, own, keep, userId: data.userInfo.id, data };
}

const KEPT = { password: GOOD_PASSWORD, transactionPassword: '482916', inviteCode: 'KHARA', agree: true };
const wrongStarts = async () =>
  (await verifyMembers(database.admin, testDeps().keys)).filter(({ violations }) => violations > 0);

describe('a practice account', () => {
  it('is opened by the key of a device, with its paper money as a line of its bill', async () => {
    const { own, data } = await practise();
    expect(data.userInfo).toMatchObject({ deviceOnly: true, phone: '', transactionPasswordIsDefault: false });
    expect((await own.get('rupeeWallet', {})).available).toBe('100000.00');
    const { list } = await own.get('bill', {});
    expect(list).toMatchObject([
      { businessType: 'recharge', changedAmount: '100000.00', remark: 'Recharge, practice start' },
    ]);
    expect(await wrongStarts()).toEqual([]);
  });

  it('is the same one for the same key, however often it is opened, and at once', async () => {
    const device = newPracticeDevice();
    const [one, two] = await Promise.all([practise(device), practise(device)]);
    const three = await practise(device);
    expect([two.userId, three.userId]).toEqual([one.userId, one.userId]);
    expect((await one.own.get('rupeeWallet', {})).available).toBe('100000.00');
  });

  it('is signed in to by its key again, and by no other', async () => {
    const { device, from, userId } = await practise();
    const again = await from.get('practiceSignIn', await device.prove(from));
    expect(again.userInfo.id).toBe(userId);
    const other = newPracticeDevice();
    expect(await from.refused('practiceSignIn', await other.prove(from))).toBe('device_key_unknown');
    const borrowed = { ...(await other.prove(from)), publicKey: device.publicKey };
    expect(await from.refused('practiceSignIn', borrowed)).toBe('device_key_refused');
  });

  it('answers no challenge twice, late, or of another’s making', async () => {
    const { device, from } = await practise();
    const proof = await device.prove(from);
    await from.get('practiceSignIn', proof);
    expect(await from.refused('practiceSignIn', proof)).toBe('device_key_refused');
    const late = await device.prove(from);
    clock.advance(5 * 60_000);
    expect(await from.refused('practiceSignIn', late)).toBe('device_key_refused');
    const made = await device.prove(from, Buffer.alloc(38, 7).toString('base64url'));
    expect(await from.refused('practiceSignIn', made)).toBe('device_key_refused');
    expect(await from.refused('practiceSignIn', {})).toBe('device_key_refused');
    const nowhere = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    expect(await from.refused('practiceSignIn', { ...(await device.prove(from)), publicKey: nowhere })).toBe(
      'device_key_refused',
    );
  });

  it('has a token where the browser makes no keys', async () => {
    const from = guest();
    const { deviceToken } = newDeviceToken();
    const { userInfo } = await from.get('openPracticeAccount', { deviceToken, agree: true });
    expect((await from.get('practiceSignIn', { deviceToken })).userInfo.id).toBe(userInfo.id);
    expect(await from.refused('practiceSignIn', { deviceToken: newDeviceToken().deviceToken })).toBe(
      'device_key_unknown',
    );
  });

  it('needs the tick, and is opened five times an hour from one network, a hundred in a school', async () => {
    const from = guest();
    expect(await from.refused('openPracticeAccount', await newPracticeDevice().prove(from))).toBe('agreement_required');
    for (let times = 0; times < 5; times += 1) await practise(newPracticeDevice(), from);
    clock.advance(47.5 * 60_000);
    const refused = await from.ask('openPracticeAccount', { ...(await newPracticeDevice().prove(from)), agree: true });
    expect(refused.data).toMatchObject({ reason: 'too_many_practice_accounts', minutes: 13 });
    expect(refused.msg).toContain('Try again in 13 min');
    // Phone numbers are counted apart, and so are accounts that are there.
    await from.get('register', { phone: newPhone(), ...KEPT });
    clock.advance(12.5 * 60_000);
    const sixth = await practise(newPracticeDevice(), from);
    await practise(sixth.device, from);

    const school = await memberApp(
      { db: database.app, clock },
      {},
      { parts: { market: deps.market }, environment: { PROFILE: 'school' } },
    );
    const pupils = client(school.app, { 'x-forwarded-for': newAddress() });
    for (let times = 0; times < 8; times += 1) await practise(newPracticeDevice(), pupils);
    await school.app.close();
  });

  it('is asked for no password, as long as its session lasts', async () => {
    const { own } = await practise();
    clock.advance(10 * 60_000);
    expect((await own.get('userDetail', {})).transactionPasswordUntil).toBeGreaterThan(clock.now() + 6 * DAY_MS);
    const { key } = await own.get('makeProgramKey', { name: 'A reader', scope: 'read', days: 7 });
    await own.get('endProgramKey', { id: key.id });
    const { list } = await own.get('sessions', {});
    await own.get('revokeOtherSessions', {});
    expect(list).toHaveLength(1);
    expect((await own.ask('exportData', {})).status).toBe(200);
  });

  it('may do nothing that needs a person before it is kept: each such call says so', async () => {
    const { own } = await practise();
    const refused = (Object.keys(calls) as CallName[]).filter((name) => calls[name].keptOnly);
    expect(refused).toEqual(
      expect.arrayContaining(['submitIdentity', 'saveBankAccount', 'submitWithdrawal', 'convert', 'castVote']),
    );
    for (const name of refused.filter((one) =>
      app.hasRoute({ method: 'POST', url: calls[one].path.replace('{id}', ':id') }),
    )) {
      expect([name, await own.refused(name, { id: '1' } as never)]).toEqual([name, 'account_not_kept']);
    }
    const usdt = { currency: 'USDT', channelType: 'TRC20', amount: '10', requestId: 'usdt-12345' } as never;
    expect(await own.refused('submitRecharge', usdt)).toBe('account_not_kept');
    const trade = { name: 'A robot', scope: 'trade', days: 7 } as const;
    expect(await own.refused('makeProgramKey', trade)).toBe('account_not_kept');
    const { msg } = await own.ask('makeProgramKey', trade, { lang: 'hi' });
    expect(msg).toBe('पहले फ़ोन नंबर से यह खाता रख लें। तब तक यह सिर्फ़ इस डिवाइस पर है');
  });
});

describe('keeping it', () => {
  it('gives it a name where one is typed; before that it may have none of its own', async () => {
    const [named, other] = [await practise(), await practise()];
    expect(await named.own.refused('setNickname', { nickname: 'Asha' })).toBe('account_not_kept');
    const fields = { ...(await named.keep(newPhone())), nickname: 'Asha Rao' };
    expect((await named.own.get('keepPracticeAccount', fields)).userInfo.nickname).toBe('Asha Rao');
    const { userInfo } = await other.own.get('keepPracticeAccount', await other.keep(newPhone()));
    expect(userInfo.nickname).toBe(other.data.userInfo.nickname);
  });

  it('gives it a phone and passwords, and nothing else of it changes', async () => {
    const { own, keep, device, from, userId } = await practise();
    const phone = newPhone();
    const { userInfo } = await own.get('keepPracticeAccount', await keep(phone));
    expect(userInfo).toMatchObject({
      id: userId,
      deviceOnly: false,
      phone: `+91 ${phone.slice(0, 2)}XXXXXX${phone.slice(-2)}`,
    });
    expect((await own.get('userDetail', {})).transactionPasswordUntil).toBeNull();
    expect((await own.get('rupeeWallet', {})).available).toBe('100000.00');
    expect(await from.refused('practiceSignIn', await device.prove(from))).toBe('device_key_unknown');
    const elsewhere = await guest().get('signIn', { phone, password: GOOD_PASSWORD });
    expect(elsewhere.userInfo.id).toBe(userId);
    expect(await own.refused('rememberTransactionPassword', { minutes: 15, transactionPassword: '000000' })).toBe(
      'transaction_password_wrong',
    );
    await own.get('rememberTransactionPassword', { minutes: 15, transactionPassword: KEPT.transactionPassword });
    // A lost answer is asked for again; another phone or password is none.
    expect((await own.get('keepPracticeAccount', { phone, ...KEPT })).userInfo.id).toBe(userId);
    expect(await own.refused('keepPracticeAccount', { phone, ...KEPT, password: 'naya-neela-99' })).toBe(
      'account_kept',
    );
    expect(await own.refused('keepPracticeAccount', { phone: newPhone(), ...KEPT })).toBe('account_kept');
    expect(await wrongStarts()).toEqual([]);
  });

  it('is refused without the key of its device, and ends other sessions', async () => {
    const { own, keep, device, from, userId } = await practise();
    const thief = newPracticeDevice();
    for (const proof of [{}, await thief.prove(from), { deviceToken: newDeviceToken().deviceToken }])
      expect(await own.refused('keepPracticeAccount', { phone: newPhone(), ...KEPT, ...proof })).toBe(
        'device_key_refused',
      );
    expect((await from.get('practiceSignIn', await device.prove(from))).userInfo.id).toBe(userId);
    const again = await practise(device, from);
    await again.own.get('keepPracticeAccount', await keep(newPhone()));
    expect((await own.ask('userDetail', {})).code).toBe(2001);
    expect((await again.own.ask('userDetail', {})).code).toBe(200);
  });

  it('twice at once keeps it once, whichever phone comes first', async () => {
    const { own, keep, userId } = await practise();
    const phones = [newPhone(), newPhone()];
    const answers = await Promise.all(phones.map(async (phone) => own.ask('keepPracticeAccount', await keep(phone))));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(answers.find(({ code }) => code === 500)?.data).toMatchObject({ reason: 'account_kept' });
    const kept = phones[answers.findIndex(({ code }) => code === 200)]!;
    expect((await guest().get('signIn', { phone: kept, password: GOOD_PASSWORD })).userInfo.id).toBe(userId);
  });

  it('is refused for a number that has an account, also when that comes meanwhile', async () => {
    const there = await newMember(app);
    const [one, two] = [await practise(), await practise()];
    expect(await one.own.refused('keepPracticeAccount', await one.keep(there.phone))).toBe('phone_taken');
    const phone = newPhone();
    const answers = await Promise.all(
      [one, two].map(async ({ own, keep }) => own.ask('keepPracticeAccount', await keep(phone))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(answers.find(({ code }) => code === 500)?.data).toMatchObject({ reason: 'phone_taken', field: 'phone' });
    for (const { device, from, userId } of [one, two]) {
      const again = await from.ask('practiceSignIn', await device.prove(from));
      expect(again.code === 200 ? (again.data as { userInfo: { id: string } }).userInfo.id : userId).toBe(userId);
    }
  });

  it('finds out five times an hour from one network whether a number has an account', async () => {
    const there = await newMember(app);
    const { own, keep } = await practise();
    const ask = async () => own.refused('keepPracticeAccount', await keep(there.phone));
    for (let times = 0; times < 5; times += 1) expect(await ask()).toBe('phone_taken');
    expect(await ask()).toBe('try_later');
  });

  it.each([
    ['agreement_required', { agree: false }],
    ['passwords_differ', { confirmPassword: 'another-one-5' }],
    ['phone_invalid', { phone: '12345' }],
    ['password_too_common', { password: 'password1' }],
    ['password_too_short', { password: 'ab' }],
    ['transaction_password_format', { transactionPassword: '12345' }],
    ['invite_code_required', { inviteCode: '' }],
  ])('says %s as registration does', async (reason, change) => {
    const { own } = await practise();
    expect(await own.refused('keepPracticeAccount', { phone: newPhone(), ...KEPT, ...change })).toBe(reason);
  });
});

describe('without a visit', () => {
  it('it ends after 30 real days, and what its ledger says stays', async () => {
    const { device, from, own, userId } = await practise();
    clock.advance(20 * DAY_MS);
    await eraseClosedAccounts(deps);
    const again = await from.get('practiceSignIn', await device.prove(from));
    expect(again.userInfo.id).toBe(userId);
    clock.advance(30 * DAY_MS - HOUR_MS);
    await eraseClosedAccounts(deps);
    const later = await from.get('practiceSignIn', await device.prove(from));
    expect(later.userInfo.id).toBe(userId);
    clock.advance(30 * DAY_MS + 1);
    await eraseClosedAccounts(deps);
    await eraseClosedAccounts(deps);
    expect(await from.refused('practiceSignIn', await device.prove(from))).toBe('device_key_unknown');
    expect((await own.ask('userDetail', {})).code).not.toBe(200);
    const [row] = await database.app.query<{ left: string; lines: bigint }>(
      't.left',
      `SELECT row_to_json(m)::text AS left, (SELECT count(*) FROM ledger.posting WHERE owner = 'u:' || m.id) AS lines
       FROM accounts.member m WHERE id = $1`,
      [userId],
    );
    expect(row!.left).not.toContain(device.keyHex);
    expect(row!.lines).toBe(1n);
    // The same device begins anew, with another account.
    expect((await practise(device)).userId).not.toBe(userId);
    expect(await wrongStarts()).toEqual([]);
  });

  it('a kept one stays, and so does one with a recharge under way', async () => {
    const [kept, waiting] = [await practise(), await practise()];
    await kept.own.get('keepPracticeAccount', await kept.keep(newPhone()));
    await database.app.query(
      't.recharge',
      `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, request_id, request_hash, at, updated_at, expires_at)
       VALUES ($1, $2, 'INR', 'UPI', 'sandbox', 100, 'waits', sha256('r'), 1, 1, 2)`,
      [`RC-${waiting.userId}`, waiting.userId],
    );
    clock.advance(40 * DAY_MS);
    await eraseClosedAccounts(deps);
    const rows = await database.app.query(
      't.there',
      'SELECT id FROM accounts.member WHERE id = ANY ($1) AND erased_at IS NULL',
      [[kept.userId, waiting.userId]],
    );
    expect(rows).toHaveLength(2);
  });

  it('it may be closed by its owner at once, paper money and all', async () => {
    const { own, userId } = await practise();
    await own.get('closeAccount', {});
    clock.advance(48 * HOUR_MS);
    await eraseClosedAccounts(deps);
    const rows = await database.app.query(
      't.gone',
      'SELECT id FROM accounts.member WHERE id = $1 AND erased_at IS NOT NULL',
      [userId],
    );
    expect(rows).toHaveLength(1);
  });
});
