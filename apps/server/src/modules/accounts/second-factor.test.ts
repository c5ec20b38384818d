import type { Deps } from '#src/kernel/deps.ts';
import { HOUR_MS } from '@khara/rules';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyWithdrawalsOpen } from '#modules/accounts/index.ts';
import { client, GOOD_PASSWORD, newAddress, newMember, newPhone, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';

const database = useTestDatabase();
const clock = new TestClock();
const endedSockets: string[] = [];
let deps: Deps;
let app: FastifyInstance;

beforeAll(async () => {
  const sockets = { endSessions: (hashes: readonly string[]) => void endedSockets.push(...hashes) };
  ({ app, deps } = await memberApp({ db: database.app, clock }, {}, { sockets }));
});
afterAll(() => app.close());

/** A member, with a second sign-in from another device. */
async function twice() {
  const member = await newMember(app);
  clock.advance(1000);
  const from = client(app, { 'x-forwarded-for': newAddress() });
  const other = await from.get('signIn', { phone: member.phone, password: GOOD_PASSWORD });
  return { ...member, from, other: from.with({ token: other.token }) };
}

/** The code that an authenticator shows now, or some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + steps * 30_000 });

async function withAuthenticator() {
  const member = await twice();
  const { secret } = await member.client.get('totpSetup', {});
  const { recoveryCodes } = await member.client.get('totpConfirm', { otp: codeOf(secret) });
  clock.advance(60_000); // that code was used
  return { ...member, secret, recoveryCodes };
}

const newest = async (caller: Client) => (await caller.get('noticeList', {})).list[0];
/** Notices that withdrawals are open again. */
const opened = async (caller: Client) =>
  (await caller.get('noticeList', {})).list.filter(({ link }) => link === '/pages/wallet/withdrawal/index');
const isSignedIn = async (caller: Client) => (await caller.ask('userDetail', {})).code;

describe('sessions', () => {
  it('are listed, the present one marked, the newest first', async () => {
    const { client: own, other } = await twice();
    const { list } = await other.get('sessions', {});
    expect(list.map(({ current }) => current)).toEqual([true, false]);
    expect((await own.get('sessions', {})).list.map(({ current }) => current)).toEqual([false, true]);
    expect(list[0]).toMatchObject({ device: expect.any(String), createdAt: clock.now(), lastSeenAt: clock.now() });
  });

  it('end when they are revoked, with their sockets, and the revoked one gets the reason', async () => {
    const { client: own, other } = await twice();
    const elsewhere = (await own.get('sessions', {})).list.find(({ current }) => !current);
    endedSockets.length = 0;
    await own.get('revokeSession', { id: elsewhere!.id });
    expect(endedSockets).toHaveLength(1);
    expect(await isSignedIn(other)).toBe(2001);
    expect(await isSignedIn(own)).toBe(200);
    expect(await newest(own)).toMatchObject({ category: 'system', link: '/pages/personal/security/index' });
    await own.get('revokeSession', { id: elsewhere!.id });
    expect((await own.get('sessions', {})).list).toHaveLength(1);
  });

  it('end all but one', async () => {
    const { client: own, other } = await twice();
    await own.get('revokeOtherSessions', {});
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([200, 2001]);
  });

  it('of another member are as unknown as none', async () => {
    const [one, two] = [await twice(), await twice()];
    const foreign = (await two.client.get('sessions', {})).list[0]!.id;
    expect(await one.client.refused('revokeSession', { id: foreign })).toBe('not_found');
    expect(await one.client.refused('revokeSession', { id: 'no-such-one' })).toBe('not_found');
    expect(await isSignedIn(two.client)).toBe(200);
  });
});

describe('a session that was found open', () => {
  it('does nothing to other sessions or factors without the login password, or a sign-in of the last five minutes', async () => {
    const { client: own, other, from, phone, device } = await twice();
    const elsewhere = (await own.get('sessions', {})).list.find(({ current }) => !current)!.id;
    clock.advance(5 * 60_000);
    expect(await own.refused('revokeSession', { id: elsewhere })).toBe('password_required');
    expect(await own.refused('revokeOtherSessions', {})).toBe('password_required');
    expect(await own.refused('totpSetup', {})).toBe('password_required');
    expect(await own.refused('totpSetup', { password: 'not mine' })).toBe('login_password_wrong');
    expect(await isSignedIn(other)).toBe(200);
    const password = GOOD_PASSWORD;
    await own.get('revokeSession', { id: elsewhere, password });
    expect(await isSignedIn(other)).toBe(2001);

    const { secret } = await own.get('totpSetup', { password });
    await own.get('totpConfirm', { otp: codeOf(secret) });
    clock.advance(30_000);
    expect(await own.refused('totpDisable', { otp: codeOf(secret) })).toBe('password_required');
    const { token } = await from.get('signIn', { phone, password, otp: codeOf(secret) }, { device });
    clock.advance(30_000);
    await own.with({ token }).get('totpDisable', { otp: codeOf(secret) });
    expect(await isSignedIn(own), 'a changed factor ends the session that was left open').toBe(2001);
  });

  it('can be tried ten passwords on in a quarter of an hour', async () => {
    const { client: own } = await twice();
    clock.advance(5 * 60_000);
    const guess = () => own.refused('revokeOtherSessions', { password: 'not mine' });
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe('login_password_wrong');
    expect(await guess()).toBe('try_later');
    expect(await own.refused('revokeOtherSessions', { password: GOOD_PASSWORD })).toBe('try_later');
  });

  it('ends with the next sign-in on the same device, which needs no two', async () => {
    const { from, phone, token, device } = await twice();
    await from.get('signIn', { phone, password: GOOD_PASSWORD }, { token, device });
    expect(await isSignedIn(from.with({ token }))).toBe(2001);
  });
});

describe('an authenticator', () => {
  it('counts only once a code has shown that it works; then the other sessions end', async () => {
    const { client: own, other, from, phone } = await twice();
    const { secret, url } = await own.get('totpSetup', {});
    expect(url).toContain('otpauth://totp/Khara');
    expect(url).not.toContain(phone);
    await from.get('signIn', { phone, password: GOOD_PASSWORD });
    expect(await own.refused('totpConfirm', { otp: '000000' })).toBe('otp_wrong');
    const { recoveryCodes } = await own.get('totpConfirm', { otp: codeOf(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await isSignedIn(other)).toBe(2001);
    expect((await own.get('userDetail', {})).userInfo.totpEnabled).toBe(true);
    expect(await own.refused('totpSetup', {})).toBe('totp_already_on');
  });

  it('is asked for at sign-in, after the password', async () => {
    const { from, phone, secret } = await withAuthenticator();
    expect(await from.refused('signIn', { phone, password: 'wrong one 17', otp: codeOf(secret) })).toBe(
      'credentials_invalid',
    );
    expect(await from.refused('signIn', { phone, password: GOOD_PASSWORD })).toBe('second_factor_required');
    expect(await from.refused('signIn', { phone, password: GOOD_PASSWORD, otp: '123 45' })).toBe('otp_wrong');
    const { token } = await from.get('signIn', { phone, password: GOOD_PASSWORD, otp: codeOf(secret) });
    expect(await isSignedIn(from.with({ token }))).toBe(200);
  });

  it('gives codes that count once, and none older than one that was used', async () => {
    const { from, phone, secret } = await withAuthenticator();
    const signIn = (otp: string) => from.ask('signIn', { phone, password: GOOD_PASSWORD, otp });
    expect((await signIn(codeOf(secret))).code).toBe(200);
    expect((await signIn(codeOf(secret))).data).toMatchObject({ reason: 'otp_wrong' });
    expect((await signIn(codeOf(secret, -1))).data).toMatchObject({ reason: 'otp_wrong' });
    const next = codeOf(secret, 1);
    expect((await signIn(next)).data, 'not before it is shown').toMatchObject({ reason: 'otp_wrong' });
    clock.advance(30_000);
    expect((await signIn(next)).code).toBe(200);
    const unused = codeOf(secret, 1);
    clock.advance(60_000);
    expect((await signIn(unused)).data, 'nor after').toMatchObject({ reason: 'otp_wrong' });
  });

  it('gives two that bring the same code at once one sign-in', async () => {
    const { from, phone, secret } = await withAuthenticator();
    const otp = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => from.ask('signIn', { phone, password: GOOD_PASSWORD, otp })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('can be replaced by a recovery code, each once, in whatever spelling', async () => {
    const { from, phone, recoveryCodes } = await withAuthenticator();
    const spelled = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ');
    await from.get('signIn', { phone, password: GOOD_PASSWORD, otp: spelled });
    expect(await from.refused('signIn', { phone, password: GOOD_PASSWORD, otp: recoveryCodes[0]! })).toBe('otp_wrong');
    await from.get('signIn', { phone, password: GOOD_PASSWORD, otp: recoveryCodes[1]! });
  });

  it('is guessed ten times in a quarter of an hour at most, and its owner still signs in on a known device', async () => {
    const { phone, secret, device, from } = await withAuthenticator();
    const guesser = client(app, { 'x-forwarded-for': newAddress() });
    const guess = () => guesser.refused('signIn', { phone, password: GOOD_PASSWORD, otp: '000001' });
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe('otp_wrong');
    expect(await guess()).toBe('try_later');
    await from.get('signIn', { phone, password: GOOD_PASSWORD, otp: codeOf(secret) }, { device });
  });

  it('is switched off by a code of it; then the password is enough again', async () => {
    const { client: own, from, phone, secret } = await withAuthenticator();
    expect(await own.refused('totpDisable', { otp: '000000' })).toBe('otp_wrong');
    await own.get('totpDisable', { otp: codeOf(secret) });
    await from.get('signIn', { phone, password: GOOD_PASSWORD });
    expect(await own.refused('totpDisable', { otp: codeOf(secret, 1) })).toBe('totp_not_set_up');
  });

  it('leaves its secret and its recovery codes nowhere in the database in clear', async () => {
    const { secret, recoveryCodes, userId } = await withAuthenticator();
    const rows = await database.app.query<{ text: string }>(
      't.dump',
      `SELECT row_to_json(t)::text AS text FROM accounts.totp t WHERE member_id = $1
       UNION ALL SELECT row_to_json(r)::text FROM accounts.recovery_code r WHERE member_id = $1`,
      [userId],
    );
    const dump = rows.map(({ text }) => text).join();
    const raw = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
    expect(rows).toHaveLength(11);
    for (const planted of [secret, raw, ...recoveryCodes]) expect(dump).not.toContain(planted);
    for (const code of recoveryCodes) expect(dump).not.toContain(code.replaceAll('-', ''));
    expect(new Set(dump.match(/keyid=[^$]+\$([^$]+)/g)).size, 'each has a salt of its own').toBe(10);
  });
});

describe('a forgotten transaction password', () => {
  it('is set anew by the login password; withdrawals wait 24 hours', async () => {
    const { client: own, userId } = await twice();
    expect(await own.refused('resetTransactionPassword', { password: 'not mine', newPassword: '480913' })).toBe(
      'login_password_wrong',
    );
    const { withdrawalsFrom } = await own.get('resetTransactionPassword', {
      password: GOOD_PASSWORD,
      newPassword: '480913',
    });
    expect(withdrawalsFrom).toBe(clock.now() + 24 * HOUR_MS);
    await own.get('rememberTransactionPassword', { transactionPassword: '480913', minutes: 15 });
    const [row] = await database.app.query<{ withdrawalsFrom: bigint }>(
      't.from',
      'SELECT withdrawals_from FROM accounts.member WHERE id = $1',
      [userId],
    );
    expect(Number(row!.withdrawalsFrom)).toBe(withdrawalsFrom);
  });

  it('needs the second factor where there is one', async () => {
    const { client: own, secret } = await withAuthenticator();
    const reset = { password: GOOD_PASSWORD, newPassword: '480913' };
    expect(await own.refused('resetTransactionPassword', reset)).toBe('second_factor_required');
    await own.get('resetTransactionPassword', { ...reset, otp: codeOf(secret) });
  });

  it('ends a pause', async () => {
    const { client: own } = await twice();
    const guess = () => own.refused('rememberTransactionPassword', { transactionPassword: '000000', minutes: 15 });
    for (let tries = 0; tries < 5; tries += 1) await guess();
    expect(await guess()).toBe('transaction_password_paused');
    await own.get('resetTransactionPassword', { password: GOOD_PASSWORD, newPassword: '480913' });
    await own.get('rememberTransactionPassword', { transactionPassword: '480913', minutes: 15 });
  });
});

describe('a forgotten login password', () => {
  const newPassword = 'naya-neela-99';

  it('is set anew by an authenticator’s code and a recovery code together; then sessions end and withdrawals wait', async () => {
    const { client: own, from, phone, secret, recoveryCodes, userId } = await withAuthenticator();
    const [recoveryCode = ''] = recoveryCodes;
    const reset = { phone, newPassword, otp: codeOf(secret), recoveryCode };
    expect(await from.refused('resetLoginPassword', { ...reset, otp: '000000' })).toBe('reset_refused');
    expect(await from.refused('resetLoginPassword', { ...reset, recoveryCode: codeOf(secret) })).toBe('reset_refused');
    expect(await from.refused('resetLoginPassword', { ...reset, confirmPassword: 'other' })).toBe('passwords_differ');
    expect(await from.refused('resetLoginPassword', { ...reset, newPassword: 'password1' })).toBe(
      'password_too_common',
    );
    expect(await isSignedIn(own), 'nothing has happened yet').toBe(200);
    await from.get('resetLoginPassword', reset);
    expect(await isSignedIn(own)).toBe(2001);
    expect(await from.refused('resetLoginPassword', reset), 'both are used up').toBe('reset_refused');

    clock.advance(30_000);
    expect(await from.refused('signIn', { phone, password: GOOD_PASSWORD })).toBe('credentials_invalid');
    expect(await from.refused('signIn', { phone, password: newPassword })).toBe('second_factor_required');
    const { token } = await from.get('signIn', { phone, password: newPassword, otp: codeOf(secret) });
    const again = from.with({ token });
    const waits = async () =>
      database.app.query<{ withdrawalsFrom: bigint }>(
        't.from',
        'SELECT withdrawals_from FROM accounts.member WHERE id = $1',
        [userId],
      );
    expect(Number((await waits())[0]!.withdrawalsFrom)).toBeGreaterThan(clock.now() + 23 * HOUR_MS);

    await notifyWithdrawalsOpen(deps);
    expect(await opened(again)).toEqual([]);
    clock.advance(24 * HOUR_MS);
    await notifyWithdrawalsOpen(deps);
    await notifyWithdrawalsOpen(deps);
    const { token: later } = await from.get('signIn', { phone, password: newPassword, otp: codeOf(secret) });
    expect(await opened(from.with({ token: later }))).toHaveLength(1);
  });

  it('of an account without a second factor, or of none, is refused in the same words', async () => {
    const { phone, from } = await twice();
    const ask = (whose: string) =>
      from.ask('resetLoginPassword', { phone: whose, newPassword, otp: '123456', recoveryCode: 'ABCD-EFGH-JKMN' });
    const [known, unknown] = [await ask(phone), await ask(newPhone())];
    expect(known).toMatchObject({ code: 500, data: { reason: 'reset_refused' } });
    expect([known.msg, known.data]).toEqual([unknown.msg, unknown.data]);
  });
});
