import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAuthenticator } from '#test/authenticator.ts';
import { textsFor } from '@khara/texts';
import { client, GOOD_PASSWORD, newAddress, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';

const ORIGIN = 'https://khara.test';
const ELSEWHERE = 'https://khara.test.evil.example';
const database = useTestDatabase();
const clock = new TestClock();
let app: FastifyInstance;

beforeAll(async () => {
  ({ app } = await memberApp({ db: database.app, clock }, {}, { environment: { PUBLIC_ORIGINS: ORIGIN } }));
});
afterAll(() => app.close());

const challengeOf = ({ options }: { options: Record<string, unknown> }) => String(options['challenge']);
const guest = () => client(app, { origin: ORIGIN, 'x-forwarded-for': newAddress() });

async function withPasskey() {
  const member = await newMember(app);
  const own = member.client.with({ origin: ORIGIN });
  const key = newAuthenticator(ORIGIN);
  const response = key.create(challengeOf(await own.get('passkeySetup', {})));
  const passkey = await own.get('passkeyConfirm', { response, name: 'My phone' });
  return { ...member, own, key, passkey };
}

const signIn = async (key: ReturnType<typeof newAuthenticator>, more: Parameters<typeof key.get>[1] = {}) => {
  const from = guest();
  const challenge = challengeOf(await from.get('passkeySignInSetup', {}));
  return from.ask('passkeySignIn', { response: key.get(challenge, more) });
};

/** Signs of a takeover that a sign-in on a strange device left, a day after the account was opened. */
const signals = async (more: boolean) => {
  const member = more ? await withPasskey() : await newMember(app);
  clock.advance(25 * 3_600_000);
  await guest().get('signIn', { phone: member.phone, password: GOOD_PASSWORD });
  const rows = await database.app.query('t.signals', 'SELECT FROM credit.signal WHERE member_id = $1', [member.userId]);
  return rows.length;
};

describe('a passkey', () => {
  it('is made by a member and signs in, again and again', async () => {
    const { own, key, passkey, userId } = await withPasskey();
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null });
    for (let times = 0; times < 2; times += 1) {
      const { data } = await signIn(key);
      expect(data).toMatchObject({ token: expect.any(String), userInfo: { id: userId } });
    }
    expect((await own.get('passkeys', {})).list).toMatchObject([{ id: passkey.id, lastUsedAt: clock.now() }]);
  });

  it('is for the domain that it was made on: a page elsewhere gets nothing', async () => {
    const { key, client: own } = await withPasskey();
    const from = client(app, { origin: ELSEWHERE, 'x-forwarded-for': newAddress() });
    expect(await from.refused('passkeySignInSetup', {})).toBe('passkey_origin');
    expect(await own.refused('passkeySetup', {})).toBe('passkey_origin'); // no page at all
    expect((await signIn(key, { from: ELSEWHERE })).data).toMatchObject({ reason: 'passkey_refused' });
  });

  it('answers a challenge once, and within five minutes', async () => {
    const { key } = await withPasskey();
    const from = guest();
    const response = key.get(challengeOf(await from.get('passkeySignInSetup', {})));
    expect((await from.ask('passkeySignIn', { response })).code).toBe(200);
    expect(await from.refused('passkeySignIn', { response })).toBe('passkey_refused');
    const late = challengeOf(await from.get('passkeySignInSetup', {}));
    clock.advance(5 * 60_000);
    expect(await from.refused('passkeySignIn', { response: key.get(late) })).toBe('passkey_refused');
    expect(await from.refused('passkeySignIn', { response: key.get('bm90IG91cnM') })).toBe('passkey_refused');
  });

  it('that was copied is refused: its counter is behind', async () => {
    const { key } = await withPasskey();
    expect((await signIn(key)).code).toBe(200);
    expect((await signIn(key, { counts: false })).data).toMatchObject({ reason: 'passkey_refused' });
  });

  it('is confirmed by whom it was begun for only', async () => {
    const [one, two] = [await newMember(app), await newMember(app)];
    const setup = await one.client.get('passkeySetup', {}, { origin: ORIGIN });
    const response = newAuthenticator(ORIGIN).create(challengeOf(setup));
    const other = two.client.with({ origin: ORIGIN });
    expect(await other.refused('passkeyConfirm', { response })).toBe('passkey_refused');
  });

  it('that is removed signs in no more; another member cannot remove it', async () => {
    const { own, key, passkey } = await withPasskey();
    const other = await newMember(app);
    await other.client.get('removePasskey', { id: passkey.id });
    expect((await signIn(key)).code).toBe(200);
    await own.get('removePasskey', { id: passkey.id });
    await own.get('removePasskey', { id: passkey.id });
    expect((await signIn(key)).data).toMatchObject({ reason: 'passkey_refused' });
    expect((await own.get('passkeys', {})).list).toEqual([]);
  });

  it('is made, removed, and signed in with by its owner, who hears of each; it stands in for a forgotten password', async () => {
    const { own, key, passkey, phone } = await withPasskey();
    clock.advance(5 * 60_000);
    expect(await own.refused('passkeySetup', {})).toBe('password_required');
    expect(await own.refused('removePasskey', { id: passkey.id })).toBe('password_required');
    const newPassword = 'naya-neela-99';
    expect(await own.refused('changePassword', { newPassword }), 'not by a session opened otherwise').toBe(
      'password_required',
    );
    const { token } = (await signIn(key)).data as { token: string };
    const back = own.with({ token });
    await back.get('changePassword', { newPassword });
    await guest().get('signIn', { phone, password: newPassword });
    await back.get('removePasskey', { id: passkey.id });
    const titles = (await back.get('noticeList', {}, { lang: 'en' })).list.map(({ title }) => title);
    for (const key of ['passkeyAdded', 'passkeyRemoved', 'newDevice', 'passwordChanged'] as const) {
      expect(titles).toContain(textsFor('en').notices[key].title);
    }
    clock.advance(5 * 60_000);
    expect(await back.refused('changePassword', { newPassword: 'one-more-11' }), 'only for five minutes').toBe(
      'password_required',
    );
  });

  it('counts as a second factor: what else a thief does to an account does not lower its credit', async () => {
    expect([await signals(true), await signals(false)]).toEqual([0, 1]);
  });

  it('made of nonsense is refused, and nothing breaks', async () => {
    const { own } = await withPasskey();
    const nonsense = [
      {},
      { response: {} },
      { response: { clientDataJSON: 'not base64 at all' } },
      { id: 7, response: { clientDataJSON: 'e30' } },
    ];
    for (const response of nonsense) {
      expect(await own.refused('passkeyConfirm', { response })).toBe('passkey_refused');
      expect(await guest().refused('passkeySignIn', { response })).toBe('passkey_refused');
    }
  });
});
