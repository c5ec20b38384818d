import { createHash } from 'node:crypto';
import { DAY_MS } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { confirmProgramKey } from '#modules/accounts/index.ts';
import { handlers as privacy } from '#modules/privacy/index.ts';
import { GOOD_PASSWORD, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { createKnownPrograms, createProgramHandlers, logIn, logOut } from './index.ts';

const HERE = '203.0.113.7';

const checksumOf = (id: string, token: string, secret: string) =>
  createHash('sha256')
    .update(id + token + secret)
    .digest('hex');

describe('a key for programs', () => {
  const database = useTestDatabase();
  const clock = new TestClock();
  let made: Awaited<ReturnType<typeof memberApp>>;
  beforeAll(async () => {
    const handlers = { ...createProgramHandlers(confirmProgramKey), ...privacy };
    made = await memberApp({ db: database.app, clock }, handlers);
  });

  const known = () => createKnownPrograms({ db: database.app, clock });
  const find = (key: { readonly id: string }, token: string, address = HERE) => known().find(key.id, token, address);
  /** 00:30 UTC. */
  const nextMorning = () => (Math.floor((clock.now() - 1_800_000) / DAY_MS) + 1) * DAY_MS + 1_800_000;
  const READ = { name: 'A reader', scope: 'read', days: 7 } as const;

  it('opens with its token what its scope says, and shows when and from where', async () => {
    const own = await newMember(made.app);
    const { key, accessToken } = await own.client.get('makeProgramKey', READ);
    expect(key).toMatchObject({
      name: 'A reader',
      scope: 'read',
      redirect: null,
      postback: null,
      addresses: [],
      lastUsedAt: null,
    });
    expect(key.expiresAt).toBe(clock.now() + 7 * DAY_MS);
    const found = await find(key, accessToken);
    expect(found).toMatchObject({ kind: 'live', program: { scope: 'read', member: { userId: own.userId } } });
    expect(found.kind === 'live' && found.program.member.transactionPasswordUntil).toBeUndefined();
    await expect
      .poll(async () => (await own.client.get('programKeys', {})).list)
      .toMatchObject([{ id: key.id, lastUsedAt: clock.now(), lastAddress: HERE, endedAt: null }]);
    expect(await find(key, `${accessToken}x`)).toEqual({ kind: 'unknown' });
    expect(await find({ id: '0123456789abcdef' }, accessToken)).toEqual({ kind: 'unknown' });
  });

  it('that may trade needs the transaction password, and stands for it', async () => {
    const { client, transactionPassword } = await newMember(made.app);
    const trade = { ...READ, scope: 'trade' } as const;
    expect(await client.refused('makeProgramKey', trade)).toBe('transaction_password_required');
    const { key, accessToken } = await client.get('makeProgramKey', { ...trade, transactionPassword });
    const found = await find(key, accessToken);
    expect(found.kind === 'live' && found.program.member.transactionPasswordUntil).toBe(nextMorning());
  });

  it('needs the password of a session that is not fresh', async () => {
    const { client } = await newMember(made.app);
    clock.advance(6 * 60_000);
    expect(await client.refused('makeProgramKey', READ)).toBe('password_required');
    expect(await client.get('makeProgramKey', { ...READ, password: GOOD_PASSWORD })).toHaveProperty('secret');
  });

  it.each([
    ['a name of nothing', { name: '  ' }, 'program_name_invalid'],
    ['a life of 31 days', { days: 31 }, 'program_days_invalid'],
    ['a life of none', { days: 0 }, 'program_days_invalid'],
    ['an address without https', { redirect: 'http://elsewhere.example/in' }, 'program_redirect_invalid'],
    ['an address with a name in it', { redirect: 'https://me@elsewhere.example/' }, 'program_redirect_invalid'],
    ['a port that there is not', { redirect: 'https://elsewhere.example:99999/' }, 'program_redirect_invalid'],
    ['a script as address', { redirect: 'javascript:alert(1)' }, 'program_redirect_invalid'],
    ['a postback by http', { postback: 'http://127.0.0.1:5000/in' }, 'program_postback_invalid'],
    ['a postback with a password in it', { postback: 'https://me:you@elsewhere.example/' }, 'program_postback_invalid'],
    ['a postback at no port', { postback: 'https://elsewhere.example:99999/' }, 'program_postback_invalid'],
    ['a client that is no address', { addresses: ['example.com'] }, 'program_address_invalid'],
  ])('is not made with %s', async (_what, wrong, reason) => {
    const { client } = await newMember(made.app);
    expect(await client.refused('makeProgramKey', { ...READ, ...wrong })).toBe(reason);
  });

  it('says where its orders are posted', async () => {
    const { client } = await newMember(made.app);
    const postback = 'https://elsewhere.example/orders?of=mine';
    await client.get('makeProgramKey', { ...READ, postback });
    expect((await client.get('programKeys', {})).list).toMatchObject([{ postback }]);
  });

  it('is used from its own addresses alone', async () => {
    const { client } = await newMember(made.app);
    const { key, accessToken } = await client.get('makeProgramKey', { ...READ, addresses: [HERE, '2001:db8::1'] });
    expect((await find(key, accessToken, `::ffff:${HERE}`)).kind).toBe('live');
    expect((await find(key, accessToken, '2001:db8:0:0::1')).kind).toBe('live');
    expect((await find(key, accessToken, '203.0.113.8')).kind).toBe('elsewhere');
    expect((await find(key, 'another token', HERE)).kind).toBe('unknown');
  });

  it('is one of five, of which an ended one is none', async () => {
    const { client } = await newMember(made.app);
    const keys = [];
    for (let n = 0; n < 5; n += 1) keys.push((await client.get('makeProgramKey', READ)).key);
    expect(await client.refused('makeProgramKey', READ)).toBe('too_many_program_keys');
    await client.get('endProgramKey', { id: keys[0]!.id });
    await client.get('makeProgramKey', READ);
  });

  it('ends within a second, once, and by its own member', async () => {
    const [own, other] = [await newMember(made.app), await newMember(made.app)];
    const { key, accessToken } = await own.client.get('makeProgramKey', READ);
    const remembered = known();
    const kind = async () => (await remembered.find(key.id, accessToken, HERE)).kind;
    expect(await kind()).toBe('live');
    expect(await other.client.refused('endProgramKey', { id: key.id })).toBe('not_found');
    await own.client.get('endProgramKey', { id: key.id });
    clock.advance(1000);
    expect(await kind()).toBe('unknown');
    await own.client.get('endProgramKey', { id: key.id });
    expect((await own.client.get('programKeys', {})).list).toMatchObject([{ id: key.id, endedAt: expect.any(Number) }]);
  });

  it('ends its access token at 06:00 in India, and its refresh token gives the next one', async () => {
    const { client } = await newMember(made.app);
    const { key, secret, accessToken, refreshToken } = await client.get('makeProgramKey', READ);
    const remembered = known();
    clock.advance(nextMorning() - clock.now() - 1);
    expect((await remembered.find(key.id, accessToken, HERE)).kind).toBe('live');
    clock.advance(1);
    expect((await remembered.find(key.id, accessToken, HERE)).kind).toBe('unknown');
    const proof = { keyId: key.id, token: refreshToken, checksum: checksumOf(key.id, refreshToken, secret) };
    const renewed = (await logIn(made.deps, 'refresh', proof))!;
    expect((await remembered.find(key.id, renewed.accessToken, HERE)).kind).toBe('live');
  });

  it('opens with a new token at once where the one before was just used', async () => {
    const { client } = await newMember(made.app);
    const { key, secret, accessToken, refreshToken } = await client.get('makeProgramKey', READ);
    const [here, elsewhere] = [known(), known()];
    for (const server of [here, elsewhere]) expect((await server.find(key.id, accessToken, HERE)).kind).toBe('live');
    const proof = { keyId: key.id, token: refreshToken, checksum: checksumOf(key.id, refreshToken, secret) };
    const { accessToken: next } = (await logIn(made.deps, 'refresh', proof))!;
    for (const server of [here, elsewhere]) expect((await server.find(key.id, next, HERE)).kind).toBe('live');
  });

  it('is looked up no more often than the door takes calls, from one address', async () => {
    const { client } = await newMember(made.app);
    const { key, accessToken } = await client.get('makeProgramKey', READ);
    const server = known();
    const kinds = [];
    for (let tries = 0; tries < 12; tries += 1) kinds.push((await server.find(key.id, `no ${tries}`, HERE)).kind);
    expect(kinds).toEqual([...Array.from({ length: 10 }, () => 'unknown'), 'too_many', 'too_many']);
    expect((await server.find(key.id, accessToken, '203.0.113.9')).kind).toBe('live');
    expect((await server.find(key.id, accessToken, HERE)).kind).toBe('live'); // it is known by now
  });

  it('is over with its life', async () => {
    const { client } = await newMember(made.app);
    const { key, accessToken } = await client.get('makeProgramKey', { ...READ, days: 1 });
    const remembered = known();
    expect((await remembered.find(key.id, accessToken, HERE)).kind).toBe('live');
    clock.advance(DAY_MS);
    expect((await remembered.find(key.id, accessToken, HERE)).kind).toBe('unknown');
  });

  it.each(['the end of all sessions', 'a change of password'])('ends with %s', async (how) => {
    const { client } = await newMember(made.app);
    const { key, accessToken } = await client.get('makeProgramKey', READ);
    await (how === 'a change of password'
      ? client.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword: 'darwaza-55-hara' })
      : client.get('revokeOtherSessions', {}));
    expect((await find(key, accessToken)).kind).toBe('unknown');
  });

  describe('with an address after login', () => {
    const BACK = 'http://127.0.0.1:5000/back?state=1';
    async function allowed() {
      const own = await newMember(made.app);
      const all = await own.client.get('makeProgramKey', { ...READ, redirect: BACK });
      const { redirect } = await own.client.get('allowProgram', { id: all.key.id });
      const query = new URL(redirect).searchParams;
      const token = query.get('request_token')!;
      const proof = { keyId: all.key.id, token, checksum: checksumOf(all.key.id, token, all.secret) };
      return { own, ...all, query, proof };
    }

    it('logs in by what the browser brought, once, and by its secret alone', async () => {
      const { own, key, query, proof, accessToken } = await allowed();
      expect(Object.fromEntries(query)).toMatchObject({ state: '1', action: 'login', status: 'success' });
      const wrong = { ...proof, checksum: checksumOf(key.id, proof.token, 'no secret') };
      expect(await logIn(made.deps, 'request', wrong)).toBeUndefined();
      expect(await logIn(made.deps, 'request', { ...proof, checksum: 'none' })).toBeUndefined();
      const login = await logIn(made.deps, 'request', proof);
      expect(login?.key.memberId).toBe(own.userId);
      expect(await logIn(made.deps, 'request', proof)).toBeUndefined();
      expect((await find(key, login!.accessToken)).kind).toBe('live');
      expect((await find(key, accessToken)).kind).toBe('unknown'); // a newer one takes its place
    });

    it('does not log in after five minutes', async () => {
      const { proof } = await allowed();
      clock.advance(5 * 60_000);
      expect(await logIn(made.deps, 'request', proof)).toBeUndefined();
    });

    it('renews its login by the refresh token, and the one before ends', async () => {
      const { key, secret, proof } = await allowed();
      const first = (await logIn(made.deps, 'request', proof))!;
      const token = first.refreshToken;
      const renewal = { keyId: key.id, token, checksum: checksumOf(key.id, token, secret) };
      const second = (await logIn(made.deps, 'refresh', renewal))!;
      expect((await find(key, first.accessToken)).kind).toBe('unknown');
      expect((await find(key, second.accessToken)).kind).toBe('live');
      expect(await logIn(made.deps, 'refresh', renewal)).toBeUndefined();
    });

    it('ends one token of its own by name', async () => {
      const { key, proof } = await allowed();
      const login = (await logIn(made.deps, 'request', proof))!;
      expect(await logOut(made.deps, key.id, 'none')).toBe(false);
      expect(await logOut(made.deps, key.id, login.accessToken)).toBe(true);
      expect((await find(key, login.accessToken)).kind).toBe('unknown');
    });

    it('logs in again after it has ended its token', async () => {
      const { own, key, secret, proof } = await allowed();
      const { accessToken } = (await logIn(made.deps, 'request', proof))!;
      await logOut(made.deps, key.id, accessToken);
      const { redirect } = await own.client.get('allowProgram', { id: key.id });
      const token = new URL(redirect).searchParams.get('request_token')!;
      const again = { keyId: key.id, token, checksum: checksumOf(key.id, token, secret) };
      const login = await logIn(made.deps, 'request', again);
      expect((await find(key, login!.accessToken)).kind).toBe('live');
    });

    it('is allowed by its own member, and only with an address', async () => {
      const { key } = await allowed();
      const other = await newMember(made.app);
      expect(await other.client.refused('allowProgram', { id: key.id })).toBe('not_found');
      const { key: plain } = await other.client.get('makeProgramKey', READ);
      expect(await other.client.refused('allowProgram', { id: plain.id })).toBe('program_redirect_missing');
    });
  });

  it('is in the log in each of its states', async () => {
    const { client } = await newMember(made.app);
    const { key } = await client.get('makeProgramKey', READ);
    await client.get('endProgramKey', { id: key.id });
    const findings = await database.admin.snapshot((tx) => verifyRecordedRows(tx, made.deps.keys));
    const wrong = findings.filter(({ violations }) => violations > 0);
    expect(wrong).toEqual([]);
    // A key that was ended is revived by hand: its newest record says that it is gone.
    await database.admin.query(
      'test.revive',
      'UPDATE accounts.program_key SET ended_at = NULL, end_reason = NULL WHERE id = $1',
      [key.id],
    );
    const revived = await database.admin.snapshot((tx) => verifyRecordedRows(tx, made.deps.keys));
    expect(revived.filter(({ violations }) => violations > 0)).toMatchObject([{ name: 'program_keys_recorded' }]);
  });
});
