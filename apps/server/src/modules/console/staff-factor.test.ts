import { consoleCalls, type ConsoleCallName } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPool } from '#src/adapters/postgres.ts';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { systemRandom } from '#src/adapters/system.ts';
import { buildApp } from '#src/app.ts';
import type { Db } from '#src/ports/database.ts';
import { routeConsoleCalls } from '#src/http/console-calls.ts';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { handlers as privacy } from '#modules/privacy/index.ts';
import { textsFor } from '@khara/texts';
import { believeAnyClock } from '#test/back-office.ts';
import { GOOD_PASSWORD, newAddress, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps, SIGNS } from '#test/deps.ts';
import { bootstrapStaff, executeApprovedRequests, type ConsoleDeps } from './index.ts';
import { withPushes } from '#test/pushes.ts';

/** How staff get in, and what two of them agree to about people. */

const PEOPLE = 'asha:first-password,bela:second-password,chand:third-password,deva:fourth-password';
const database = useTestDatabase({ per: 'test' });
let clock: TestClock;
const endedSockets: string[] = [];
let backOffice: Db;
let door: Db;
let app: FastifyInstance;
let office: ConsoleDeps;
/** The same back office where each of the staff needs a second factor. */
let strict: FastifyInstance;

beforeEach(async () => {
  clock = new TestClock();
  endedSockets.length = 0;
  await believeAnyClock(database);
  backOffice = openPool({ ...database.connection('khara_console'), max: 2, ...SIGNS });
  door = openPool({ ...database.connection('khara_staff'), max: 4, ...SIGNS });
  const build = async (factor: string) => {
    const base = testDeps(
      {},
      { CONSOLE_BOOTSTRAP: PEOPLE, CONSOLE_SECOND_FACTOR: factor, TRUSTED_PROXIES: '127.0.0.1' },
    );
    const deps: ConsoleDeps = withPushes(
      {
        ...base,
        db: database.app,
        clock,
        random: systemRandom,
        sessions: createSessions({ db: database.app, clock }),
        passwords: quickPasswords({ ...base, random: systemRandom }),
        backOffice,
        door,
        booksStopped: () => false,
      },
      undefined,
      { endSessions: (hashes) => void endedSockets.push(...hashes) },
    );
    if (factor === 'optional') office = deps;
    await bootstrapStaff(deps);
    return buildApp(
      deps,
      { ...accounts, ...noticeHandlers, ...privacy },
      { data: (data) => routeConsoleCalls(data, deps) },
    );
  };
  app = await build('optional');
  strict = await build('required');
});
afterEach(async () => {
  await app.close();
  await strict.close();
  await backOffice.close();
  await door.close();
});

type Data = Readonly<Record<string, unknown>> & { readonly reason?: string };

async function ask(name: ConsoleCallName, payload: object, { token = '', at = app } = {}) {
  const headers = { 'x-forwarded-for': newAddress(), ...(token && { token }) };
  const answer = await at.inject({ method: 'POST', url: consoleCalls[name].path, headers, payload });
  return answer.json<{ code: number; data: Data }>();
}
const PASSWORDS: Readonly<Record<string, string>> = Object.fromEntries(PEOPLE.split(',').map((one) => one.split(':')));
const signIn = async (name: string, more: object = {}, at = app) =>
  (await ask('consoleSignIn', { name, password: PASSWORDS[name], ...more }, { at })).data;
const codeOf = (secret: unknown) =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: clock.now() });
const tokenOf = async (name: string, more: object = {}) => String((await signIn(name, more))['token']);
/** One asks for it; another agrees to what they asked for, and it is carried out. */
const request = async (token: string, what: object) => (await ask('consoleRequest', what, { token })).data;
async function agree(token: string, { id }: Data) {
  const { data } = await ask('consoleDecide', { id, approve: true, reason: 'review' }, { token });
  await executeApprovedRequests(office);
  return data;
}
const openRequests = async (token: string) =>
  (await ask('consoleRequests', { state: 'open' }, { token })).data['list'] as Data[];
/** Signs in, and sets up an authenticator. Answers the session's token. */
async function enrolled(name: string): Promise<string> {
  const { secret } = await signIn(name, { enrol: true });
  return tokenOf(name, { otp: codeOf(secret), enrol: true });
}

it('a person who needs a second factor sets it up at the first sign-in, and brings a code at each later one', async () => {
  const asked = await signIn('asha', {}, strict);
  expect(asked).toMatchObject({
    reason: 'second_factor_setup',
    secret: expect.any(String),
    url: expect.stringContaining('otpauth'),
  });
  expect(await ask('consoleSignIn', { name: 'asha', password: 'not hers' }, { at: strict })).toMatchObject({
    data: { reason: 'credentials_invalid' },
  });
  expect(await signIn('asha', { otp: '000000' }, strict)).toMatchObject({ reason: 'otp_wrong' });
  const first = await signIn('asha', { otp: codeOf(asked['secret']) }, strict);
  expect(first).toMatchObject({ staff: { number: 'S1' }, token: expect.any(String) });
  const codes = first['recoveryCodes'] as string[];
  expect(new Set(codes).size).toBe(10);

  expect(await signIn('asha'), 'also where it is only offered').toMatchObject({ reason: 'second_factor_required' });
  expect(await signIn('asha', { otp: codeOf(asked['secret']) })).toMatchObject({ reason: 'otp_wrong' }); // used
  clock.advance(30_000);
  expect(await signIn('asha', { otp: codeOf(asked['secret']) })).toMatchObject({ recoveryCodes: null });
  expect(await signIn('asha', { otp: codes[0] })).toMatchObject({ staff: { name: 'asha' } });
  expect(await signIn('asha', { otp: codes[0] })).toMatchObject({ reason: 'otp_wrong' });
  for (let tries = 0; tries < 9; tries += 1) await signIn('asha', { otp: '000000' });
  expect(await signIn('asha', { otp: codes[1] }), 'ten in a quarter of an hour').toMatchObject({ reason: 'try_later' });
  clock.advance(15 * 60_000);
});

it('a person without their authenticator is let in by two others, and sets one up at once', async () => {
  const asha = await enrolled('asha');
  const bela = await enrolled('bela');
  const chand = await tokenOf('chand');
  const lost = { action: 'factor.recover', subject: 'S1', reason: 'device_lost' };
  expect(await request(bela, { ...lost, subject: 'S2' }), 'no person for themselves').toMatchObject({
    reason: 'same_person',
  });
  expect(await request(bela, { ...lost, subject: 'S3' }), 'chand has none').toMatchObject({ reason: 'not_found' });
  const asked = await request(bela, lost);
  expect(await agree(bela, asked), 'no person counts twice').toMatchObject({ reason: 'same_person' });
  expect(await agree(asha, asked), 'not the one whom it is about').toMatchObject({ reason: 'same_person' });
  expect((await ask('consoleStaff', {}, { token: chand })).data).toMatchObject({
    staff: [
      { number: 'S1', secondFactor: true },
      { number: 'S2', secondFactor: true },
      { number: 'S3', secondFactor: false },
      { number: 'S4', secondFactor: false },
    ],
  });
  expect(await openRequests(chand)).toMatchObject([{ ...lost, maker: 'S2' }]);
  expect(await agree(chand, asked)).toMatchObject({ state: 'approved', checker: 'S3' });
  expect(await openRequests(chand)).toEqual([]);
  const again = await signIn('asha');
  clock.advance(30_000);
  expect(again, 'the configuration asks for none, the recovery does').toMatchObject({ reason: 'second_factor_setup' });
  expect(await signIn('asha', { otp: codeOf(again['secret']) })).toMatchObject({ recoveryCodes: expect.any(Array) });
  const audit = await database.admin.query<{ actor: string; action: string }>(
    't.audit',
    `SELECT actor, action FROM console.audit WHERE subject = 'S1' ORDER BY id`,
  );
  expect(audit).toMatchObject([
    { actor: 'S2', action: 'factor.recover.asked' },
    { actor: 'S3', action: 'factor.recover.agreed' },
    { actor: 'server', action: 'factor.recover.carried_out' },
  ]);
});

it('two people end all sessions of a member, who reads who did and why, and signs in as before', async () => {
  const [chand, same, deva] = [await tokenOf('chand'), await tokenOf('chand'), await tokenOf('deva')];
  const member = await newMember(app);
  const end = { action: 'sessions.end', subject: member.userId, reason: 'account_at_risk' };
  expect(await request(chand, { ...end, subject: 'of-no-member' })).toMatchObject({ reason: 'not_found' });
  const asked = await request(chand, end);
  expect(await request(deva, end)).toMatchObject({ reason: 'already_requested' });
  expect(await agree(same, asked), 'two sessions of one person are one').toMatchObject({ reason: 'same_person' });
  expect((await member.client.ask('userDetail', {})).code).toBe(200);
  expect(await agree(deva, asked)).toMatchObject({ state: 'approved' });
  expect((await member.client.ask('userDetail', {})).code).toBe(2001);
  expect(endedSockets).toHaveLength(1);

  const { phone } = member;
  const { token } = await member.client.get('signIn', { phone, password: GOOD_PASSWORD });
  const back = member.client.with({ token });
  expect((await back.get('accessLog', {})).list).toMatchObject([
    { who: 'S3, S4', action: 'sessions.end.carried_out', reason: 'account_at_risk' },
    { who: 'S4', action: 'sessions.end.agreed' },
    { who: 'S3', action: 'sessions.end.asked', reason: 'account_at_risk' },
  ]);
  const { title } = textsFor('en').notices.sessionsEndedByStaff;
  expect((await back.get('noticeList', {}, { lang: 'en' })).list.map((notice) => notice.title)).toContain(title);
  const [record] = await database.admin.query<{ json: string }>(
    't.record',
    `SELECT json FROM ledger.record WHERE type = 'ops.action' AND json LIKE '%sessions.end%'`,
  );
  expect(JSON.parse(record!.json)).toMatchObject({ subject: member.userId, maker: 'S3', checker: 'S4' });
});
