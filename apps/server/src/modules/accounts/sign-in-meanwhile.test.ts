import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, GOOD_PASSWORD, newAddress, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import type { Db } from '#src/ports/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';

/** Checking a password takes a moment. What the owner changes in it must hold for the caller under check. */

const database = useTestDatabase();
const clock = new TestClock();
let app: FastifyInstance;
/** Happens once, after all was checked and before the transaction that follows from it. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  const { query, ownKeys, snapshot, session, transaction, close } = database.app;
  const db: Db = {
    query,
    ownKeys,
    snapshot,
    session,
    close,
    transaction: async (work) => {
      const happens = meanwhile;
      meanwhile = undefined;
      await happens?.();
      return transaction(work);
    },
  };
  ({ app } = await memberApp({ db, clock }));
});
afterAll(() => app.close());

const stranger = () => client(app, { 'x-forwarded-for': newAddress() });

it('a password that is changed meanwhile opens no session', async () => {
  const { client: owner, phone } = await newMember(app);
  const newPassword = 'pahaad-77-hara';
  meanwhile = () => owner.get('changePassword', { oldPassword: GOOD_PASSWORD, newPassword });
  expect(await stranger().refused('signIn', { phone, password: GOOD_PASSWORD })).toBe('credentials_invalid');
  expect((await owner.get('sessions', {})).list).toHaveLength(1);
  await stranger().get('signIn', { phone, password: newPassword });
});

it('nor does a password alone where a second factor is switched on meanwhile', async () => {
  const { client: owner, phone } = await newMember(app);
  const { secret } = await owner.get('totpSetup', {});
  const codeOf = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  meanwhile = () => owner.get('totpConfirm', { otp: codeOf() });
  expect(await stranger().refused('signIn', { phone, password: GOOD_PASSWORD })).toBe('credentials_invalid');
  expect((await owner.get('sessions', {})).list).toHaveLength(1);
  clock.advance(60_000);
  await stranger().get('signIn', { phone, password: GOOD_PASSWORD, otp: codeOf() });
});
