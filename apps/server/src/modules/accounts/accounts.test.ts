import type { ServerMessage } from '@khara/contract';
import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@khara/rules';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { client, GOOD_PASSWORD, newAddress, newMember, newPhone, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { seededRandom, TestClock, testDeps } from '#test/deps.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { argon2Passwords } from '#src/adapters/argon2-passwords.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { createSessions, forgetChangedSessions, handlers, purgeExpired, transactionPasswordCheck } from './index.ts';
import { withPushes } from '#test/pushes.ts';

/** For what comes by itself; a busy machine is slow. */
const POLL = { timeout: 60_000, interval: 5 };
/** No server writes this instant. */
const FAR = 9_200_000_000_000_000_000n;

const database = useTestDatabase();
let app: FastifyInstance;
let clock: TestClock;
let deps: Deps;
const endedSockets: string[] = [];
const sockets = { endSessions: (hashes: readonly string[]) => void endedSockets.push(...hashes) };
const pushed: [userId: string, message: ServerMessage][] = [];

/** A server of its own over the same database, as after a restart. */
async function start(
  environment: Record<string, string> = {},
  passwords: (parts: Pick<Deps, 'keys' | 'random'>) => Deps['passwords'] = quickPasswords,
): Promise<{ app: FastifyInstance; deps: Deps }> {
  const random = seededRandom(String(Math.random()));
  const parts = testDeps({}, { TRUSTED_PROXIES: '127.0.0.1', ...environment });
  const built: Deps = withPushes(
    {
      ...parts,
      db: database.app,
      clock,
      random,
      sessions: createSessions({ db: database.app, clock }),
      passwords: passwords({ ...parts, random }),
    },
    (userId, message) => pushed.push([userId, message]),
    sockets,
  );
  return { app: await buildApp(built, { ...handlers, ...noticeHandlers }), deps: built };
}

beforeAll(async () => {
  clock = new TestClock();
  ({ app, deps } = await start());
});
beforeEach(() => {
  endedSockets.length = 0;
  pushed.length = 0;
});
afterAll(() => app.close());

const from = (address = newAddress()): Client => client(app, { 'x-forwarded-for': address });
const registration = (phone = newPhone()) => ({ phone, password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true });

const change = (own: Client, oldPassword: string, newPassword: string, confirmPassword?: string) =>
  own.ask('changePassword', {
    oldPassword,
    newPassword,
    ...(confirmPassword === undefined ? {} : { confirmPassword }),
  });

/** As an order asks for it. */
const check = async (token: string, password?: string, server: Deps = deps) => {
  const session = await server.sessions.find(token);
  if (session.kind !== 'live') throw new Error('no session');
  const result = await transactionPasswordCheck(server, session.member, password);
  return result.refused ?? 'ok';
};

describe('opening an account', () => {
  it('signs in, shows the default transaction password once, and nothing secret later', async () => {
    const phone = newPhone();
    const opened = await from().get('register', registration(`+91 ${phone}`));
    expect(opened.defaultTransactionPassword).toMatch(/^\d{6}$/);
    expect(opened.token).toMatch(/^[\w-]{43}$/);
    expect(opened.userInfo).toMatchObject({
      phone: `+91 ${phone.slice(0, 2)}XXXXXX${phone.slice(-2)}`,
      kycStatus: 'unauthenticated',
      creditScore: 100,
      transactionPasswordIsDefault: true,
      language: 'en',
    });
    const later = await from().ask('userDetail', {}, { token: opened.token });
    expect(later.data).toEqual({ userInfo: opened.userInfo, transactionPasswordUntil: null });
    expect(JSON.stringify(later)).not.toMatch(new RegExp(`${opened.defaultTransactionPassword}|${phone}|argon2`));
  });

  it('keeps no secret and no number where a stolen table would show it', async () => {
    const { phone, token, device, userId, transactionPassword } = await newMember(app);
    await from().refused('signIn', { phone, password: 'planted-wrong-1' });
    const tables = ['member', 'session', 'device', 'attempts', 'transaction_password_attempts'];
    const dump = await Promise.all(
      tables.map((table) =>
        database.admin.query<{ row: string }>(`test.dump_${table}`, `SELECT t::text AS row FROM accounts.${table} t`),
      ),
    );
    const text = JSON.stringify(dump);
    expect(text).toContain(userId);
    for (const secret of [token, device, GOOD_PASSWORD, 'planted-wrong-1', `"${transactionPassword}"`]) {
      expect(text).not.toContain(secret);
    }
    expect(JSON.stringify(dump.slice(1))).not.toContain(phone);
  });

  it.each([
    [{ inviteCode: 'NOBODY' }, 'invite_code_invalid'],
    [{ inviteCode: undefined }, 'invite_code_required'],
    [{ inviteCode: ' ' }, 'invite_code_required'],
    [{ agree: false }, 'agreement_required'],
    [{ agree: undefined }, 'agreement_required'],
    [{ confirmPassword: 'another-one' }, 'passwords_differ'],
    [{ phone: '5812345678' }, 'phone_invalid'],
    [{ phone: '' }, 'phone_required'],
    [{ password: '12345' }, 'password_too_short'],
    [{ password: 'x'.repeat(65) }, 'password_too_long'],
    [{ password: 'password1' }, 'password_too_common'],
    [{ nickname: '' }, 'nickname_invalid'],
    [{ nickname: 'https://a.example' }, 'nickname_invalid'],
    [{ inviteCode: 'NOBODY', agree: false, phone: 'x', password: 'password1' }, 'invite_code_invalid'],
  ])('with %o is refused: %s', async (change, reason) => {
    expect(await from().refused('register', { ...registration(), ...change })).toBe(reason);
  });

  it('codes of invitation cannot be tried without end: twenty wrong ones an hour from a network', async () => {
    const stranger = from('198.51.100.7');
    const tried: unknown[] = [];
    for (let time = 0; time < 22; time += 1) {
      tried.push(await stranger.refused('register', { ...registration(), inviteCode: `WRONG${time}` }));
    }
    expect(tried).toEqual([...Array(20).fill('invite_code_invalid'), 'try_later', 'try_later']);
    const { inviteCode } = (await from().get('register', registration())).userInfo;
    expect(await stranger.refused('register', { ...registration(), inviteCode })).toBe('try_later');
    expect(await from('198.51.101.7').refused('register', { ...registration(), inviteCode, agree: false })).toBe(
      'agreement_required',
    );
    // The published code is open to the whole network all the while.
    expect((await from('198.51.100.8').ask('register', registration())).code).toBe(200);
  });

  it('with a taken phone says no more than that it was refused', async () => {
    const { phone } = await newMember(app);
    expect(await from().refused('register', registration(`+91${phone}`))).toBe('registration_refused');
  });

  it('twice at once opens one', async () => {
    const phone = newPhone();
    const tries = await Promise.all([1, 2, 3].map(() => from().ask('register', registration(phone))));
    expect(tries.map(({ code }) => code).sort()).toEqual([200, 500, 500]);
  });

  it('takes a name of one’s own, which is changed later and read by the inviter', async () => {
    const { token, userInfo } = await from().get('register', { ...registration(), nickname: '  आशा   राव ' });
    expect(userInfo.nickname).toBe('आशा राव');
    const friend = await from().get('register', { ...registration(), inviteCode: userInfo.inviteCode });
    const own = from().with({ token: friend.token });
    expect((await own.get('setNickname', { nickname: 'Meera-2' })).userInfo).toEqual({
      ...friend.userInfo,
      nickname: 'Meera-2',
    });
    expect(await own.refused('setNickname', { nickname: 'Meera\u0007' })).toBe('nickname_invalid');
    const { list } = await from().with({ token }).get('invited', {});
    expect(list.map(({ nickname }) => nickname)).toEqual(['Meera-2']);
  });

  it('takes the code of a member as well, in any case, and none at all where it is optional', async () => {
    const inviter = await from().get('register', registration());
    const { inviteCode } = inviter.userInfo;
    expect(inviteCode).toMatch(/^[A-Z2-9]{8}$/);
    const friends = [];
    for (let at = 0; at < 3; at += 1) {
      friends.push(await from().get('register', { ...registration(), inviteCode: inviteCode.toLowerCase() }));
    }
    const own = from().with({ token: inviter.token });
    const first = await own.get('invited', { size: 2 });
    const rest = await own.get('invited', { size: 2, cursor: first.nextCursor! });
    expect([first.total, rest.nextCursor]).toEqual([3, null]);
    const names = friends.map(({ userInfo }) => userInfo.nickname);
    for (const name of names) expect(name).toMatch(/^Khara [1-9]\d{4}$/); // nothing of a phone
    expect([...first.list, ...rest.list].map(({ nickname }) => nickname)).toEqual(names.toReversed());
    expect(await from().with({ token: friends[0]!.token }).get('invited', {})).toMatchObject({ list: [], total: 0 });
    const open = await start({ INVITE_CODE: 'optional' });
    const { inviteCode: _, ...without } = registration();
    const answer = await client(open.app, { 'x-forwarded-for': newAddress() }).ask('register', without);
    expect(answer.code).toBe(200);
    await open.app.close();
  });

  it('generates another code when the first is taken', async () => {
    const same = await start();
    const real = same.deps.random.bytes.bind(same.deps.random);
    let generated = 0;
    // Codes are the only thing that eight bytes are asked for.
    same.deps.random.bytes = (length) =>
      length === 8 ? new Uint8Array(8).fill(generated++ < 2 ? 0 : 1) : real(length);
    const codes: string[] = [];
    for (let k = 0; k < 2; k++) {
      const guest = client(same.app, { 'x-forwarded-for': newAddress() });
      codes.push((await guest.get('register', registration())).userInfo.inviteCode);
    }
    expect(codes).toEqual(['AAAAAAAA', 'BBBBBBBB']);
    expect(generated).toBe(3);
    await same.app.close();
  });

  it('is possible five times an hour from one network, whatever the address in it', async () => {
    for (let k = 1; k <= 5; k++) expect((await from(`45.1.1.${k}`).ask('register', registration())).code).toBe(200);
    const sixth = await from('45.1.1.200').ask('register', registration());
    expect(sixth).toMatchObject({ status: 200, code: 500, data: { reason: 'try_later', retryAfter: 3600 } });
    expect(sixth.headers['retry-after']).toBe('3600');
    expect((await from('45.1.2.1').ask('register', registration())).code).toBe(200);
    clock.advance(HOUR_MS);
    expect((await from('45.1.1.200').ask('register', registration())).code).toBe(200);
  });

  it('is possible for a class of thirty in one network, where the app is for a school', async () => {
    const school = await start({ PROFILE: 'school' });
    for (let k = 1; k <= 30; k++) {
      const phone = client(school.app, { 'x-forwarded-for': `45.7.1.${k}` });
      expect((await phone.ask('register', registration())).code, `phone ${k}`).toBe(200);
    }
    await school.app.close();
  });

  it('writes a welcome and the first tasks in the reader’s language', async () => {
    const opened = await from().get('register', registration(), { lang: 'yd' });
    expect(opened.userInfo.language).toBe('yd');
    const own = () => pushed.filter(([to]) => to === opened.userInfo.id).map(([, message]) => message);
    await expect.poll(() => own().length).toBe(1);
    expect(own()[0]).toMatchObject({ type: 'notice', data: { title: 'खरा में आपका स्वागत है' } });
    const notices = await from().get('noticeList', {}, { token: opened.token, lang: 'zh-Hans' });
    expect(notices.list.map(({ title, category }) => [category, title])).toEqual([
      ['task', '请设置自己的交易密码'],
      ['task', '充入第一笔虚拟资金'],
      ['task', '下第一笔委托'],
      ['task', '完成身份验证'],
      ['system', '欢迎来到 Khara'],
    ]);
  });
});

describe('signing in', () => {
  it('says that it succeeded, as signing out does, in the words of the app', async () => {
    const { client: own, phone } = await newMember(app);
    const signedIn = await from().ask('signIn', { phone, password: GOOD_PASSWORD });
    expect(signedIn.msg).toBe('Login succeeded');
    expect((await own.ask('signOut', {})).msg).toBe('Successfully logged out');
  });

  it('ends in every server: the next look of another one forgets the session and closes its sockets', async () => {
    const other = await start();
    const { client: own, token } = await newMember(app);
    const { client: stays, token: kept } = await newMember(app);
    const there = client(other.app, { token });
    expect((await there.ask('sessions', {})).code).toBe(200); // both remember it now
    expect((await client(other.app, { token: kept }).ask('sessions', {})).code).toBe(200);
    await own.ask('signOut', {});
    expect((await there.ask('sessions', {})).code).toBe(200); // it has not heard of it yet
    endedSockets.length = 0;
    await forgetChangedSessions(other.deps, sockets);
    expect((await there.ask('sessions', {})).code).toBe(2001);
    expect(endedSockets).toContain(hash('sha256', token, 'hex'));
    expect(endedSockets).not.toContain(hash('sha256', kept, 'hex'));
    expect((await stays.ask('sessions', {})).code).toBe(200);
    await other.app.close();
  });

  it('gives a new token each time, and the same device', async () => {
    const { phone, token, device } = await newMember(app);
    const again = await from().get('signIn', { phone, password: GOOD_PASSWORD }, { device });
    expect(again.token).not.toBe(token);
    expect(again.device).toBe(device);
    const elsewhere = await from().get('signIn', { phone: `0${phone}`, password: GOOD_PASSWORD });
    expect(elsewhere.device).not.toBe(device);
  });

  it('answers an unknown phone and a wrong password in the same way', async () => {
    const { phone } = await newMember(app);
    const wrong = await from().ask('signIn', { phone, password: 'not this one' });
    const unknown = await from().ask('signIn', { phone: newPhone(), password: 'not this one' });
    expect({ ...wrong, headers: {} }).toEqual({ ...unknown, headers: {} });
    expect(wrong).toMatchObject({ code: 500, data: { reason: 'credentials_invalid' } });
  });

  it('does the work of checking a password for an unknown phone too: its time tells nothing', async () => {
    const dear = await start({}, ({ keys, random }) => argon2Passwords(keys.passwordPepper, random));
    const timeOfGuess = async (number: string) => {
      const startedAt = performance.now();
      await client(dear.app, { 'x-forwarded-for': newAddress() }).ask('signIn', {
        phone: number,
        password: 'not this one',
      });
      return performance.now() - startedAt;
    };
    const { phone } = await newMember(dear.app);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let k = 0; k < 4; k++) {
      times.known.push(await timeOfGuess(phone));
      times.unknown.push(await timeOfGuess(newPhone()));
    }
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
    // Without the work the answer would come some thirty times sooner; a busy machine alone makes no such difference.
    expect(unknown).toBeGreaterThan(known / 5);
    await dear.app.close();
  });

  it('is slowed for strangers, by phone: five tries, then 1, 2, 4 … 60 seconds between them', async () => {
    const { phone } = await newMember(app);
    const guess = () => from().ask('signIn', { phone, password: 'not this one' });
    for (let k = 0; k < 5; k++) expect(await guess()).toMatchObject({ data: { reason: 'credentials_invalid' } });
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await guess()).toMatchObject({ data: { reason: 'try_later', retryAfter: seconds } });
      clock.advance(seconds * 1000 - 1);
      expect(await guess()).toMatchObject({ data: { reason: 'try_later' } });
      clock.advance(1);
      expect(await guess()).toMatchObject({ data: { reason: 'credentials_invalid' } });
    }
  });

  it.each([
    ['a window', 'since = $1, last_at = $1, failures = 2147483647'],
    ['a wait', 'next_at = $1, failures = 2147483647'],
    ['a use', 'last_at = $1, next_at = $1'],
    ['the past', 'since = -$1::bigint, last_at = -$1::bigint, failures = -2147483648'],
  ])('is closed to no owner for longer than 15 minutes by %s that no server wrote', async (_what, set) => {
    const { phone, device } = await newMember(app);
    const guess = () => from().ask('signIn', { phone, password: 'not this one' });
    for (let k = 0; k < 6; k += 1) await guess();
    await from().ask('signIn', { phone, password: 'not this one' }, { device });
    await database.admin.query(`test.far ${set}`, `UPDATE accounts.attempts SET ${set}`, [FAR]);
    clock.advance(15 * MINUTE_MS); // the longest wait
    expect((await from().ask('signIn', { phone, password: GOOD_PASSWORD })).code).toBe(200);
    expect((await from().ask('signIn', { phone, password: GOOD_PASSWORD }, { device })).code).toBe(200);
    await database.admin.query('test.forget', 'DELETE FROM accounts.attempts');
  });

  it('slows a phone that has no account just so', async () => {
    const phone = newPhone();
    const guess = () => from().refused('signIn', { phone, password: 'not this one' });
    for (let k = 0; k < 5; k++) await guess();
    expect(await guess()).toBe('try_later');
  });

  it('is never closed to the owner’s own device, however many strangers guess, and a restart forgives no guess', async () => {
    const { phone, device } = await newMember(app);
    await Promise.all(Array.from({ length: 20 }, () => from().ask('signIn', { phone, password: 'not this one' })));
    const restarted = await start();
    const stranger = client(restarted.app, { 'x-forwarded-for': newAddress() });
    expect(await stranger.refused('signIn', { phone, password: GOOD_PASSWORD })).toBe('try_later');
    const owner = await stranger.ask('signIn', { phone, password: GOOD_PASSWORD }, { device });
    expect(owner.code).toBe(200);
    await restarted.app.close();
  });

  it('from a known device has a limit of its own', async () => {
    const { phone, device } = await newMember(app);
    const guess = (password: string) => from().ask('signIn', { phone, password }, { device });
    for (let k = 0; k < 10; k++) {
      expect(await guess('not this one')).toMatchObject({ data: { reason: 'credentials_invalid' } });
    }
    expect(await guess(GOOD_PASSWORD)).toMatchObject({ data: { reason: 'try_later' } });
    clock.advance(15 * MINUTE_MS);
    expect(await guess(GOOD_PASSWORD)).toMatchObject({ code: 200 });
  });

  it('is refused to a network after thirty failures over many phones, and its successes do not count', async () => {
    const { phone } = await newMember(app);
    const network = (host: number) => from(`46.2.2.${host}`);
    for (let k = 0; k < 5; k++) {
      expect((await network(k).ask('signIn', { phone, password: GOOD_PASSWORD })).code).toBe(200);
    }
    for (let k = 0; k < 30; k++) {
      const payload = { phone: newPhone(), password: 'not this one' };
      expect(await network(k).refused('signIn', payload)).toBe('credentials_invalid');
    }
    expect(await network(99).refused('signIn', { phone, password: GOOD_PASSWORD })).toBe('try_later');
    expect((await from().ask('signIn', { phone, password: GOOD_PASSWORD })).code).toBe(200);
    clock.advance(15 * MINUTE_MS);
    expect((await network(99).ask('signIn', { phone, password: GOOD_PASSWORD })).code).toBe(200);
  });

  it('counts guesses that come at the same moment', async () => {
    const { phone } = await newMember(app);
    const guesses = Array.from({ length: 12 }, () => from().refused('signIn', { phone, password: 'not this one' }));
    const checked = (await Promise.all(guesses)).filter((reason) => reason === 'credentials_invalid');
    expect(checked).toHaveLength(5);
  });
});

describe('a session', () => {
  it('is unknown (401) when it never was, and ended (2001) once it was', async () => {
    const { client: own, token } = await newMember(app);
    expect((await own.ask('userDetail', {}, { token: 'A'.repeat(43) })).code).toBe(401);
    expect((await own.ask('userDetail', {}, { token: 'short' })).code).toBe(401);
    expect((await own.ask('userDetail', {})).code).toBe(200);
    await own.get('signOut', {});
    expect((await own.ask('userDetail', {})).code).toBe(2001);
    expect(endedSockets).toHaveLength(1);
    clock.advance(30 * DAY_MS - 1);
    expect((await own.ask('userDetail', {}, { token })).code).toBe(2001);
    clock.advance(1);
    expect((await own.ask('userDetail', {}, { token })).code).toBe(401);
  });

  it('ends after twelve hours without a call, and after seven days in any case', async () => {
    const { client: own, phone } = await newMember(app);
    for (let k = 0; k < 13; k++) {
      clock.advance(12 * HOUR_MS - 1);
      expect((await own.ask('userDetail', {})).code).toBe(200);
    }
    clock.advance(12 * HOUR_MS);
    expect((await own.ask('userDetail', {})).code).toBe(2001);
    const { token } = await from().get('signIn', { phone, password: GOOD_PASSWORD });
    clock.advance(12 * HOUR_MS);
    expect((await from().ask('userDetail', {}, { token })).code).toBe(2001);
  });

  it('that was used in the future by its row ends all the same', async () => {
    const { client: own, userId } = await newMember(app);
    await database.admin.query(
      'test.seen_in_future',
      'UPDATE accounts.session SET last_seen_at = $2 WHERE member_id = $1',
      [userId, clock.now() + 30 * DAY_MS],
    );
    clock.advance(12 * HOUR_MS);
    expect((await own.ask('userDetail', {})).code).toBe(2001);
  });

  it('is remembered across a restart, with when it was last used', async () => {
    const { client: own, token } = await newMember(app);
    clock.advance(11 * HOUR_MS);
    expect((await own.ask('userDetail', {})).code).toBe(200);
    clock.advance(11 * HOUR_MS);
    const restarted = await start();
    expect((await client(restarted.app).ask('userDetail', {}, { token })).code).toBe(200);
    await restarted.app.close();
  });

  it('is one of five: a sixth sign-in ends the oldest', async () => {
    const { client: own, phone } = await newMember(app);
    for (let k = 0; k < 5; k++) {
      expect((await own.ask('userDetail', {})).code).toBe(200);
      clock.advance(1000);
      await from().get('signIn', { phone, password: GOOD_PASSWORD });
    }
    expect((await own.ask('userDetail', {})).code).toBe(2001);
    expect(endedSockets).toHaveLength(1);
  });

  it('costs no query when it was used a moment ago', async () => {
    const { token } = await newMember(app);
    await deps.sessions.find(token);
    expect(deps.sessions.find(token)).toMatchObject({ kind: 'live' });
  });

  it('that ended long ago is purged, with counters that are long unused', async () => {
    const { client: own } = await newMember(app);
    await own.get('signOut', {});
    clock.advance(31 * DAY_MS);
    await purgeExpired(deps);
    const left = await database.app.query(
      'test.left',
      'SELECT 1 FROM accounts.session WHERE ended_at IS NOT NULL UNION ALL SELECT 1 FROM accounts.attempts',
    );
    expect(left).toHaveLength(0);
  });
});

describe('changing the login password', () => {
  it('ends all other sessions and their sockets at once, and tells', async () => {
    const { client: own, phone, device } = await newMember(app);
    const other = await from().get('signIn', { phone, password: GOOD_PASSWORD }, { device });
    expect((await from().ask('userDetail', {}, { token: other.token })).code).toBe(200);
    expect((await change(own, GOOD_PASSWORD, 'another-nice-1', 'another-nice-1')).code).toBe(200);
    expect((await from().ask('userDetail', {}, { token: other.token })).code).toBe(2001);
    expect((await own.ask('userDetail', {})).code).toBe(200);
    expect(endedSockets).toHaveLength(1);
    expect(await from().refused('signIn', { phone, password: GOOD_PASSWORD }, { device })).toBe('credentials_invalid');
    expect((await from().ask('signIn', { phone, password: 'another-nice-1' }, { device })).code).toBe(200);
    const notices = await own.get('noticeList', { category: 'system' });
    expect(notices.list[0]?.title).toBe('Your login password was changed');
  });

  it.each([
    ['not this one', 'another-nice-1', undefined, 'old_password_wrong'],
    [GOOD_PASSWORD, GOOD_PASSWORD, undefined, 'password_unchanged'],
    [GOOD_PASSWORD, 'password1', undefined, 'password_too_common'],
    [GOOD_PASSWORD, '12345', undefined, 'password_too_short'],
    [GOOD_PASSWORD, 'another-nice-1', 'other', 'passwords_differ'],
  ])('from %o to %o is refused: %s %s', async (old, next, confirm, reason) => {
    const { client: own } = await newMember(app);
    expect(await change(own, old, next, confirm)).toMatchObject({ data: { reason } });
  });

  it('can be guessed at ten times in a quarter of an hour', async () => {
    const { client: own } = await newMember(app);
    for (let k = 0; k < 10; k++) await change(own, 'not this one', 'another-nice-1');
    expect(await change(own, GOOD_PASSWORD, 'another-nice-1')).toMatchObject({ data: { reason: 'try_later' } });
  });
});

describe('the transaction password', () => {
  it('made at registration works for 72 hours, and for ever to set another', async () => {
    const { client: own, token, transactionPassword, phone } = await newMember(app);
    expect(await check(token, transactionPassword)).toBe('ok');
    clock.advance(72 * HOUR_MS);
    const { token: later } = await from().get('signIn', { phone, password: GOOD_PASSWORD });
    expect(await check(later, transactionPassword)).toBe('transaction_password_default_expired');
    const again = own.with({ token: later });
    const set = (oldPassword: string, newPassword: string) =>
      again.ask('setTransactionPassword', { oldPassword, newPassword });
    expect(await set(transactionPassword, transactionPassword)).toMatchObject({
      data: { reason: 'password_unchanged' },
    });
    expect((await set(transactionPassword, '740213')).code).toBe(200);
    expect(await check(later, '740213')).toBe('ok');
    expect(await check(later, transactionPassword)).toBe('transaction_password_wrong');
    expect((await again.get('userDetail', {})).userInfo.transactionPasswordIsDefault).toBe(false);
  });

  it('is asked for when it is not remembered', async () => {
    const { token } = await newMember(app);
    expect(await check(token)).toBe('transaction_password_required');
  });

  it('five times wrong is paused for 15 minutes, then 30, and on to a day; a restart does not end a pause', async () => {
    const { client: own, token, phone, transactionPassword } = await newMember(app);
    let live = token;
    const wrong = transactionPassword === '000000' ? '111111' : '000000';
    for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1440, 1440]) {
      for (let k = 1; k < 5; k++) expect(await check(live, wrong)).toBe('transaction_password_wrong');
      expect(await check(live, wrong)).toBe('transaction_password_paused');
      const restarted = await start();
      const answer = await client(restarted.app, { token: live }).ask('setTransactionPassword', {
        oldPassword: transactionPassword,
        newPassword: '740213',
      });
      expect(answer).toMatchObject({
        data: { reason: 'transaction_password_paused', pausedUntil: clock.now() + minutes * MINUTE_MS },
      });
      await restarted.app.close();
      clock.advance(minutes * MINUTE_MS);
      live = (await from().get('signIn', { phone, password: GOOD_PASSWORD })).token;
    }
    expect(
      (
        await own
          .with({ token: live })
          .ask('setTransactionPassword', { oldPassword: transactionPassword, newPassword: '740213' })
      ).code,
    ).toBe(200);
  });

  it.each([
    ['a pause', 'paused_until = $2, pauses = 2147483647'],
    ['a window', 'since = $2, failures = 5'],
    ['the past', 'since = -$2::bigint, paused_until = -$2::bigint, failures = 5'],
  ])('is kept from no member by %s that no server wrote', async (_what, set) => {
    const { token, userId, transactionPassword } = await newMember(app);
    const wrong = transactionPassword === '000000' ? '111111' : '000000';
    await check(token, wrong);
    await database.admin.query(
      `test.far ${set}`,
      `UPDATE accounts.transaction_password_attempts SET ${set} WHERE member_id = $1`,
      [userId, FAR],
    );
    expect(await check(token, transactionPassword)).toBe('ok');
    for (let k = 0; k < 4; k += 1) expect(await check(token, wrong)).toBe('transaction_password_wrong');
    expect(await check(token, wrong)).toBe('transaction_password_paused');
  });

  it('guessed at by many calls at once gets five tries', async () => {
    const { token, userId, transactionPassword } = await newMember(app);
    const wrong = transactionPassword === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 15 }, () => check(token, wrong)));
    expect(await check(token, transactionPassword)).toBe('transaction_password_paused');
    const [row] = await database.app.query<{ pauses: number }>(
      'test.pauses',
      'SELECT pauses FROM accounts.transaction_password_attempts WHERE member_id = $1',
      [userId],
    );
    expect(row?.pauses).toBe(1);
  });

  it('sent right by many calls at once is right each time', async () => {
    const { token, transactionPassword } = await newMember(app);
    const checks = await Promise.all(Array.from({ length: 16 }, () => check(token, transactionPassword)));
    expect(new Set(checks)).toEqual(new Set(['ok']));
  });

  it('that was not checked, since too many wait, is no guess', async () => {
    let isBusy = true;
    const busy = await start({}, (parts) => {
      const real = quickPasswords(parts);
      const verify: typeof real.verify = async (...of) => {
        if (isBusy) throw new TryLater(429, 'try_later', 2);
        return real.verify(...of);
      };
      return { ...real, verify };
    });
    const { token, transactionPassword } = await newMember(app);
    const own = client(busy.app, { token });
    const ask = (oldPassword: string) => own.ask('setTransactionPassword', { oldPassword, newPassword: '740213' });
    for (let k = 0; k < 7; k++) expect((await ask(transactionPassword)).status).toBe(429);
    isBusy = false;
    const wrong = transactionPassword === '000000' ? '111111' : '000000';
    expect((await ask(wrong)).data).toMatchObject({ reason: 'transaction_password_wrong', triesLeft: 4 });
    await busy.app.close();
  });

  it('right again in between starts the five anew', async () => {
    const { token, transactionPassword } = await newMember(app);
    const wrong = transactionPassword === '000000' ? '111111' : '000000';
    for (let round = 0; round < 3; round++) {
      for (let k = 0; k < 4; k++) expect(await check(token, wrong)).toBe('transaction_password_wrong');
      expect(await check(token, transactionPassword)).toBe('ok');
    }
  });

  it('is remembered by the server for the time chosen, in this session only', async () => {
    const { client: own, token, phone, transactionPassword } = await newMember(app);
    const remember = (minutes: number, password?: string) =>
      own.ask('rememberTransactionPassword', { minutes, ...(password ? { transactionPassword: password } : {}) });
    expect(await remember(15)).toMatchObject({ data: { reason: 'transaction_password_required' } });
    expect(await remember(7, transactionPassword)).toMatchObject({ data: { reason: 'invalid_input' } });
    expect(await remember(15, transactionPassword)).toMatchObject({ data: { until: clock.now() + 15 * MINUTE_MS } });
    expect(await check(token)).toBe('ok');
    const elsewhere = await from().get('signIn', { phone, password: GOOD_PASSWORD });
    expect(await check(elsewhere.token)).toBe('transaction_password_required');
    clock.advance(15 * MINUTE_MS);
    expect(await check(token)).toBe('transaction_password_required');
    await remember(-1, transactionPassword);
    clock.advance(HOUR_MS);
    expect(await check(token)).toBe('ok');
    expect(await remember(0)).toMatchObject({ code: 200, data: { until: null } });
    expect(await check(token)).toBe('transaction_password_required');
  });

  it('is forgotten in every server: after the next look of another one it asks again, on a session that goes on', async () => {
    const other = await start();
    const { client: own, token, transactionPassword } = await newMember(app);
    const there = client(other.app, { token });
    const elsewhere = () => check(token, undefined, other.deps);
    await own.get('rememberTransactionPassword', { minutes: 15, transactionPassword });
    expect(await elsewhere()).toBe('ok');
    await own.get('rememberTransactionPassword', { minutes: 0 });
    await forgetChangedSessions(other.deps, sockets);
    expect(await elsewhere()).toBe('transaction_password_required');
    await own.get('rememberTransactionPassword', { minutes: 15, transactionPassword });
    other.deps.sessions.forget([hash('sha256', token, 'hex')]);
    expect(await elsewhere()).toBe('ok');
    await own.get('setTransactionPassword', { oldPassword: transactionPassword, newPassword: '740213' });
    await forgetChangedSessions(other.deps, sockets);
    expect(await elsewhere()).toBe('transaction_password_required');
    expect((await there.ask('sessions', {})).code).toBe(200);
    await other.app.close();
  });

  it('that is the default one is not remembered beyond its 72 hours, nor one that was changed', async () => {
    const { client: own, token, transactionPassword } = await newMember(app);
    const { until } = await own.get('rememberTransactionPassword', { minutes: -1, transactionPassword });
    expect(until).toBe(clock.now() + 72 * HOUR_MS);
    await own.get('setTransactionPassword', { oldPassword: transactionPassword, newPassword: '740213' });
    expect(await check(token)).toBe('transaction_password_required');
  });

  it('is not remembered by a request that meets its change half way', async () => {
    const { client: own, token, transactionPassword } = await newMember(app);
    const waiting = async (count: number) => {
      const [row] = await database.admin.query<{ count: bigint }>(
        't.waiting',
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row!.count >= BigInt(count);
    };
    let changing: Promise<unknown> | undefined;
    let remembering: Promise<unknown> | undefined;
    await database.admin.transaction(async (tx) => {
      // The change has forgotten what was remembered, and comes no further than its notice.
      await tx.query('t.hold_up', 'LOCK TABLE notices.notice IN SHARE MODE');
      changing = own.ask('setTransactionPassword', { oldPassword: transactionPassword, newPassword: '740213' });
      await vi.waitUntil(() => waiting(1), POLL);
      remembering = own.ask('rememberTransactionPassword', { minutes: 15, transactionPassword });
      await Promise.race([remembering, vi.waitUntil(() => waiting(2), POLL)]);
    });
    expect(await changing).toMatchObject({ code: 200 });
    expect(await remembering).toMatchObject({ data: { reason: 'transaction_password_wrong' } });
    expect(await check(token)).toBe('transaction_password_required');
  });
});

describe('a member’s notices', () => {
  it('counts, reads, pages and clears, each for its own reader', async () => {
    const { client: own } = await newMember(app);
    const { client: stranger } = await newMember(app);
    expect(await own.get('unreadNotices', {})).toEqual({ all: 1, task: 0, system: 1, transaction: 0 });
    const first = await own.get('noticeList', { size: 1 });
    expect(first.list).toMatchObject([{ category: 'task', read: true, link: '/pages/personal/tranPassword/index' }]);
    const second = await own.get('noticeList', { size: 4, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ list: [{}, {}, {}, { category: 'system' }], nextCursor: null });
    const id = second.list.at(-1)?.id ?? '';
    expect(await stranger.refused('readNotice', { id })).toBe('not_found');
    expect(await own.refused('readNotice', { id: '999999' })).toBe('not_found');
    expect(await own.refused('readNotice', { id: 'x' })).toBe('not_found');
    await own.get('readNotice', { id });
    expect(await own.get('unreadNotices', {})).toMatchObject({ all: 0, system: 0 });
    await own.get('clearNotices', { category: 'task' });
    expect((await own.get('noticeList', {})).list).toMatchObject([{ id }]);
    await stranger.get('clearNotices', {});
    expect((await stranger.get('noticeList', {})).list).toMatchObject([{ category: 'system', read: false }]);
    await stranger.get('readAllNotices', { category: 'task' });
    expect(await stranger.get('unreadNotices', {})).toMatchObject({ all: 1 });
    await stranger.get('readAllNotices', { category: 'system' });
    expect(await stranger.get('unreadNotices', {})).toMatchObject({ all: 0 });
  });
});
