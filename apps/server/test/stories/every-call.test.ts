import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calls, consoleCalls, type Call, type CallName } from '@khara/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { GOOD_PASSWORD, newAddress, newPhone } from '#test/client.ts';
import { callServer, endOrphan, freePort, startServer, type ServerProcess } from '#test/server-process.ts';

/** What holds for every call, made from the call table: a call that is added is tested without being named here. */

const TABLE = Object.entries(calls) as [CallName, Call][];
const MEMBERS = TABLE.filter(([, { access }]) => access === 'member');
const GUESTS = TABLE.filter(([, { access }]) => access === 'guest');

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'khara-every-call-'));
  server = await startServer({
    dataDir,
    port: await freePort(),
    environment: { LOG_LEVEL: 'error', PROFILE: 'school' },
  });
}, 240_000);
afterAll(async () => {
  await server?.kill();
  await endOrphan(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

type Answer = {
  readonly status: number;
  readonly type: string;
  readonly envelope: { code?: unknown; data?: unknown; msg?: unknown };
};

/** A value as an address can carry it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** Sends fields as they are, whatever the call's schema says of them. */
async function send(call: Call, fields: Record<string, unknown>, token?: string): Promise<Answer> {
  const { id, ...rest } = fields;
  const inPath = call.path.endsWith('{id}');
  const route = inPath ? call.path.replace('{id}', encodeURIComponent(textOf(id ?? 'none'))) : call.path;
  const sent = inPath ? rest : fields;
  const query =
    call.method === 'GET'
      ? `?${new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, textOf(value)]))}`
      : '';
  const response = await fetch(server.url + route + query, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': newAddress(),
      ...(token === undefined ? {} : { token }),
    },
    ...(call.method === 'POST' ? { body: JSON.stringify(sent) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  const type = response.headers.get('content-type') ?? '';
  const body = await response.text();
  const envelope = type.startsWith('application/json') ? (JSON.parse(body) as Answer['envelope']) : {};
  return { status: response.status, type, envelope };
}

async function register() {
  const from = { 'x-forwarded-for': newAddress() };
  const payload = { phone: newPhone(), password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
  const { data } = await callServer(server.url, 'register', payload, from);
  return {
    headers: { ...from, token: data.token },
    token: data.token,
    transactionPassword: data.defaultTransactionPassword,
  };
}

/** A picture for customer service. Answers its id. */
async function upload(headers: Readonly<Record<string, string>>): Promise<string> {
  const look = { width: 40, height: 30, channels: 3, background: '#358' } as const;
  const bytes = await sharp({ create: look }).jpeg().toBuffer();
  const form = new FormData();
  form.append('purpose', 'support');
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'card.jpg');
  const response = await fetch(server.url + calls.uploadPicture.path, { method: 'POST', headers, body: form });
  return ((await response.json()) as { data: { fileId: string } }).data.fileId; // the envelope of a success
}

describe('a call that needs a session', () => {
  it.each(MEMBERS.map(([name]) => name))('%s tells no session (401) from one that has ended (2001)', async (name) => {
    const call: Call = calls[name];
    const wellFormed = randomBytes(32).toString('base64url');
    for (const token of [undefined, '', 'garbage', wellFormed, `${wellFormed}'--`]) {
      const { status, envelope } = await send(call, { id: '1' }, token);
      expect([status, envelope.code, envelope.data]).toEqual([200, 401, null]);
    }
    const { status, envelope } = await send(call, { id: '1' }, await endedToken());
    expect([status, envelope.code, envelope.data]).toEqual([200, 2001, null]);
  });

  let ended: Promise<string> | undefined;
  const endedToken = () =>
    (ended ??= (async () => {
      const { headers, token } = await register();
      await callServer(server.url, 'signOut', {}, headers);
      return token;
    })());
});

it('no call that needs a session knows the token of a program', async () => {
  const { headers, transactionPassword } = await register();
  const wanted = { name: 'bot', scope: 'trade', days: 1, transactionPassword } as const;
  const { data } = await callServer(server.url, 'makeProgramKey', wanted, headers);
  const authorization = `token ${data.key.id}:${data.accessToken}`;
  // The token is good, at its own door.
  expect((await fetch(`${server.url}/user/profile`, { headers: { authorization } })).status).toBe(200);
  const staff: readonly Call[] = Object.values<Call>(consoleCalls).filter(({ access }) => access === 'staff');
  expect(staff.length).toBeGreaterThan(10);
  const answers = new Map<string, unknown>();
  for (const { path: url, method } of [...MEMBERS.map(([, call]) => call), ...staff])
    for (const shown of [{ token: data.accessToken }, { token: data.key.id }, { authorization }]) {
      const body = method === 'POST' ? '{}' : null;
      const sent = { method, body, headers: { 'content-type': 'application/json', ...shown } };
      const { code } = (await (await fetch(server.url + url.replace('{id}', '1'), sent)).json()) as { code: number };
      if (code !== 401) answers.set(`${url} ${Object.keys(shown)[0]}`, code);
    }
  expect(Object.fromEntries(answers)).toEqual({});
});

it.each(GUESTS.map(([name]) => name))('%s does not mind a bad token: guests may call it', async (name) => {
  const { status, envelope } = await send(calls[name], { id: 'none' }, 'garbage');
  expect(status).toBeLessThan(500);
  expect(envelope.code).not.toBe(401);
  expect(envelope.code).not.toBe(2001);
});

/** Values that have broken other servers. */
const HOSTILE: readonly unknown[] = [
  null,
  [],
  {},
  [[[[[]]]]],
  true,
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '-0',
  'NaN',
  '1e400',
  '９９',
  '٣',
  "' OR 1=1; DROP TABLE accounts.member; --",
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202Eabc',
  '🧨'.repeat(50),
  'x'.repeat(20_000),
  '{"a":',
  '[1,2',
  { __proto__: null, constructor: { prototype: { polluted: true } } },
  { toString: 'x', valueOf: 1 },
  { $gt: '' },
];

/** Every how many of the values one call meets; the next call of the table meets the ones beside them. */
const APART = process.env['TESTS'] === 'all' ? 1 : 3;
const FIELDS_APART = process.env['TESTS'] === 'all' ? 3 : 6;

describe('a call with a hostile payload', () => {
  let member: Promise<Awaited<ReturnType<typeof register>>> | undefined;

  it.each(TABLE.map(([name]) => name))('%s answers with an envelope, and nothing breaks', async (name) => {
    const { token } = await (member ??= register());
    const call: Call = calls[name];
    // Some end the very session, or cost a password hash each: fewer of the values do.
    const isCostly = ['signOut', 'register', 'signIn', 'closeAccount', 'resetLoginPassword'].includes(name);
    const apart = isCostly ? 5 : APART;
    const place = TABLE.findIndex(([other]) => other === name);
    const values = HOSTILE.filter((_, at) => at % apart === place % apart);
    const fields = ['id', ...Object.keys(call.body.def.shape)];
    const answers: (Answer & { readonly value: unknown })[] = [];
    const waiting = [...values];
    const sender = async () => {
      for (let value = waiting.shift(); waiting.length > 0 || value !== undefined; value = waiting.shift()) {
        const payload = Object.fromEntries(fields.map((field) => [field, value]));
        answers.push({ value, ...(await send(call, payload, name === 'signOut' ? undefined : token)) });
      }
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
    expect(answers.length).toBe(values.length);
    const failures = answers.filter(({ status, envelope }) => {
      const isEnvelope = typeof envelope.code === 'number' && typeof envelope.msg === 'string' && 'data' in envelope;
      return status >= 500 || (!isEnvelope && !(call.answersFile && status === 200));
    });
    expect(failures).toEqual([]);
  });
});

/**
 * A value that the schema takes, for each field that a call must have. A field that is not here is a forgotten field.
 */
const SOUND: Readonly<Record<string, unknown>> = {
  phone: '9876543210',
  password: GOOD_PASSWORD,
  newPassword: GOOD_PASSWORD,
  oldPassword: '480913',
  otp: '123456',
  recoveryCode: 'AA-BBBBB-CCCCC',
  transactionPassword: '480913',
  id: '1',
  response: {},
  text: 'hello',
  code: 'AAMRAI',
  codes: ['AAMRAI'],
  type: 'limit',
  side: 'buy',
  product: 'delivery',
  interval: '5m',
  paper: 'bhavcopy',
  condition: 'above',
  marketDate: '2026-01-02',
  from: 'INR',
  to: 'USDT',
  price: '100.00',
  quantity: 1,
  shares: 1,
  lots: 1,
  accessKey: 'KEY',
  key: 'ab'.repeat(32),
  requestId: 'request-of-hostile-1',
  currency: 'INR',
  channelType: 'UPI',
  amount: '5000.00',
  accountNumber: '912345678901',
  holderName: 'Asha Rao',
  ifsc: 'KHAR0000001',
  legs: [{ condition: 'above', triggerPrice: '99999.00', price: '99999.00' }],
  eventId: '1',
  format: 'csv',
  financialYear: '2026-27',
  kind: 'day_loss',
  span: '24h',
  orders: [{ code: 'AAMRAI', side: 'buy', type: 'market', quantity: 1 }],
  unit: 'weeks',
  every: 1,
  times: 3,
  firstOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
  isPaused: true,
  missions: [],
};
const CLASS_TERMS = {
  name: 'Hostile',
  seats: 3,
  start: '100000.00',
  endsOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
};
/** Where a word means something else. */
const SOUND_IN: Partial<Record<CallName, Readonly<Record<string, unknown>>>> = {
  setTransactionPassword: { newPassword: '480914' },
  resetTransactionPassword: { newPassword: '480914' },
  rememberTransactionPassword: { minutes: 15 },
  setNickname: { nickname: 'Hostile' },
  saveWatchlist: { name: 'Hostile' },
  saveScreen: { name: 'Hostile', conditions: 'pe=5-20' },
  saveDrawings: { adjustedUntil: 0, list: [{ tool: 'level', points: [{ t: 0, price: '100.00' }] }] },
  saveBasket: { name: 'Hostile', draftId: 'draft-of-hostile-1' },
  previewBasket: { id: undefined, orders: [{ code: 'AAMRAI', side: 'buy', type: 'market', quantity: 1 }] },
  startRegular: { code: 'AAMRAI' },
  missionAnswer: { id: 'buy', answer: '1' },
  openClass: CLASS_TERMS,
  classClock: { act: 'pause' },
  makeProgramKey: { name: 'Hostile', scope: 'read', days: 7 },
  pauseAssistants: { paused: true },
  assistantRequest: { request: 'e30.AAAA' },
  answerAssistant: { id: 'none', place: true },
  allowAssistant: { request: 'e30.AAAA', scope: 'read', days: 7 },
  statementFile: { from: '2026-01-02', to: '2026-01-03' },
  tradebook: { from: '2026-01-02', to: '2026-01-03' },
};
/** A file is no field of JSON: pictures.test.ts sends bad ones. */
const WITHOUT_FILE = TABLE.filter(([, { body }]) => !('file' in body.def.shape));

describe('a call in which one field is hostile, and the others are sound', () => {
  let member: Promise<Awaited<ReturnType<typeof register>>> | undefined;

  it.each(WITHOUT_FILE.map(([name]) => name))('%s answers with an envelope, field by field', async (name) => {
    const { token } = await (member ??= register());
    const call: Call = calls[name];
    const { shape } = call.body.def;
    const must = Object.keys(shape).filter((field) => !z.safeParse(shape[field]!, undefined).success);
    const sound = { ...Object.fromEntries(must.map((field) => [field, SOUND[field]])), ...SOUND_IN[name] };
    // Else what is refused is this, and no hostile value is looked at.
    expect(z.safeParse(call.body, sound).error?.issues ?? []).toEqual([]);

    // Each field meets one value in six, and the next field those beside them; one in three with `test:all`.
    const tries = Object.keys(shape).flatMap((field, place) =>
      HOSTILE.filter((_, at) => at % FIELDS_APART === place % FIELDS_APART).map((value) => ({ field, value })),
    );
    const failures: unknown[] = [];
    const waiting = [...tries];
    const sender = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { field, value } = next;
        const answer = await send(call, { ...sound, [field]: value }, name === 'signOut' ? undefined : token);
        const { status, envelope } = answer;
        const isEnvelope = typeof envelope.code === 'number' && typeof envelope.msg === 'string' && 'data' in envelope;
        if (status >= 500 || (!isEnvelope && !(call.answersFile && status === 200)))
          failures.push({ field, value, ...answer });
      }
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
    expect(failures).toEqual([]);
  });
});

const LISTS = TABLE.filter(([, call]) => 'cursor' in call.body.def.shape);
it.each(LISTS.map(([name]) => name))('%s finds the end by a cursor that is none of its own', async (name) => {
  const { token } = await register();
  const { envelope } = await send(calls[name], { cursor: 'none of ours' }, token);
  expect(envelope).toMatchObject({ code: 200, data: { nextCursor: null } });
  const lists = Object.values(envelope.data ?? {}).filter((part) => Array.isArray(part));
  // The windows of blocks stand beside their list.
  expect(lists.filter((part) => JSON.stringify(part).includes('"id"'))).toEqual([]);
});

/**
 * Where the ids of a member's things go in. Ids of public things (an offering, a share, a vote, an
 * article, a market day) belong to no member. A call that takes an id and is in neither list is a forgotten
 * call.
 */
const OWN_IDS: Partial<Record<CallName, string>> = {
  revokeRecharge: 'id',
  revokeWithdrawal: 'id',
  deleteAlert: 'id',
  deleteWatchlist: 'id',
  removeScreen: 'id',
  saveWatchlist: 'id',
  saveWatchlistCodes: 'id',
  revokeSession: 'id',
  removePasskey: 'id',
  readNotice: 'id',
  orderDetail: 'id',
  cancelOrder: 'id',
  modifyOrder: 'id',
  placeSellOrder: 'positionId',
  previewOrder: 'positionId',
  fills: 'positionId',
  uploadedPicture: 'id',
  submitIdentity: 'frontPhoto',
  sendSupportMessage: 'fileId',
  submitWithdrawal: 'bankId',
  deleteBankAccount: 'id',
  stopBankAccount: 'id',
  confirmBankAccount: 'id',
  creditAppeal: 'eventId',
  cancelSubscription: 'id',
  reviseSubscription: 'id',
  signSubscription: 'id',
  entryProof: 'id',
  endProgramKey: 'id',
  allowProgram: 'id',
  answerAssistant: 'id',
  assistantProof: 'id',
  classBoard: 'id',
  classResults: 'id',
  classSlips: 'id',
  classClock: 'id',
  changeClass: 'id',
  endClass: 'id',
  triggerDetail: 'id',
  placeTrigger: 'positionId',
  changeTrigger: 'id',
  removeTrigger: 'id',
  saveBasket: 'id',
  removeBasket: 'id',
  previewBasket: 'id',
  placeBasket: 'id',
  orderRuns: 'regularId',
  startRegular: 'basketId',
  pauseRegular: 'id',
  endRegular: 'id',
  changeAlert: 'id',
  setOrderNote: 'id',
  deleteOrderNote: 'id',
  planOutcome: 'id',
};
const EVERYBODYS_IDS: readonly CallName[] = [
  'castVote',
  'subscribe',
  'subscriptions',
  'blockTrades',
  'checkAccessKey',
  'missionAnswer',
  'takeHolderOffer', // that of the company's action
  'withdrawFromHolderOffer',
];

it('calls that take an id say whose it is', () => {
  const takes = MEMBERS.filter(([, call]) =>
    Object.keys(call.body.def.shape).some((field) => /^id$|(?<!request|draft)Id$|Photo$/.test(field)),
  ).map(([name]) => name);
  expect(takes.toSorted()).toEqual([...(Object.keys(OWN_IDS) as CallName[]), ...EVERYBODYS_IDS].toSorted());
});

describe('another member’s things', () => {
  it('are as unknown as what does not exist', async () => {
    const [owner, other] = await Promise.all([register(), register()]);
    const ask = <N extends CallName>(name: N, payload: Parameters<typeof callServer<N>>[2]) =>
      callServer(server.url, name, payload, owner.headers);
    const recharge = await ask('submitRecharge', {
      currency: 'INR',
      channelType: 'UPI',
      amount: '5000.00',
      requestId: 'of-the-owner-1',
    });
    const alert = await ask('saveAlert', { code: 'AAMRAI', condition: 'above', price: '99999.00' });
    const watchlist = await ask('saveWatchlist', { name: 'Mine' });
    const screen = await ask('saveScreen', { name: 'Mine', conditions: 'pe=5-20' });
    const bank = await ask('saveBankAccount', {
      channelType: 'IMPS',
      accountNumber: '912345678901',
      holderName: 'Asha Rao',
      ifsc: 'KHAR0000001',
    });
    const picture = await upload(owner.headers);
    const program = await ask('makeProgramKey', {
      name: 'Mine',
      scope: 'read',
      days: 7,
      redirect: 'https://example.com/back',
    });
    await ask('rememberTransactionPassword', { minutes: 15, transactionPassword: owner.transactionPassword });
    const trigger = await ask('placeTrigger', {
      code: 'AAMRAI',
      side: 'buy',
      quantity: 1,
      legs: [{ condition: 'above', triggerPrice: '99999.00', price: '99999.00' }],
      requestId: 'of-the-owner-2',
    });
    const orders = [{ code: 'AAMRAI', side: 'buy', type: 'market', quantity: 1 }];
    const basket = await ask('saveBasket', { name: 'Mine', orders, draftId: 'of-the-owner-3' });
    const regular = await ask('startRegular', {
      basketId: basket.data.id,
      amount: '5000.00',
      unit: 'weeks',
      every: 1,
      times: 3,
      firstOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      requestId: 'of-the-owner-4',
    });
    const room = await ask('openClass', { ...CLASS_TERMS, missions: [] });
    const sessions = await ask('sessions', {});
    const notices = await ask('noticeList', {});
    const things: readonly [CallName, string, Record<string, unknown>?][] = [
      ['revokeRecharge', recharge.data.orderNumber],
      ['deleteAlert', alert.data.id],
      ['deleteWatchlist', watchlist.data.id],
      ['removeScreen', screen.data.id],
      ['revokeSession', sessions.data.list[0]!.id],
      ['readNotice', notices.data.list[0]!.id],
      ['saveWatchlist', watchlist.data.id, { name: 'Yours' }],
      ['saveWatchlistCodes', watchlist.data.id, { codes: [] }],
      ['deleteBankAccount', bank.data.id],
      ['stopBankAccount', bank.data.id],
      ['confirmBankAccount', bank.data.id],
      ['uploadedPicture', picture],
      ['sendSupportMessage', picture],
      ['endProgramKey', program.data.key.id],
      ['allowProgram', program.data.key.id],
      ['classBoard', room.data.id],
      ['classResults', room.data.id],
      ['classSlips', room.data.id],
      ['classClock', room.data.id, { act: 'pause' }],
      ['changeClass', room.data.id, { missions: [] }],
      ['endClass', room.data.id],
      ['triggerDetail', trigger.data.id],
      ['removeTrigger', trigger.data.id],
      ['saveBasket', basket.data.id, { name: 'Yours', orders, draftId: 'of-another-1' }],
      ['previewBasket', basket.data.id],
      ['removeBasket', basket.data.id],
      ['pauseRegular', regular.data.id, { isPaused: true }],
      ['endRegular', regular.data.id],
    ];
    for (const [name, id, more = {}] of things) {
      const call: Call = calls[name];
      const field = OWN_IDS[name] ?? 'id';
      const foreign = await send(call, { ...more, [field]: id }, other.token);
      const none = /^\d+$/.test(id) ? '999999999' : `${id.slice(0, -3)}ZZZ`;
      const unknown = await send(call, { ...more, [field]: none }, other.token);
      // Of a list nothing is taken away: that is no error.
      if (name === 'deleteAlert' || name === 'deleteWatchlist')
        expect([name, foreign.envelope.code]).toEqual([name, 200]);
      expect([name, foreign.envelope.code, foreign.envelope.msg]).toEqual([
        name,
        unknown.envelope.code,
        unknown.envelope.msg,
      ]);
    }
    expect((await ask('sessions', {})).code).toBe(200);
    expect((await ask('bankAccounts', {})).data).toHaveLength(1);
    expect((await ask('programKeys', {})).data.list).toMatchObject([{ id: program.data.key.id, endedAt: null }]);
    expect((await ask('alerts', {})).data.list.map(({ id }) => id)).toEqual([alert.data.id]);
    expect((await ask('watchlists', {})).data.list.map(({ id }) => id)).toContain(watchlist.data.id);
    expect((await ask('triggers', {})).data.list).toMatchObject([{ id: trigger.data.id, state: 'waiting' }]);
    expect((await ask('baskets', {})).data.list).toMatchObject([{ id: basket.data.id, name: 'Mine' }]);
    expect((await ask('regularPurchases', {})).data.list).toMatchObject([{ id: regular.data.id, state: 'active' }]);
    expect((await ask('noticeList', {})).data.list[0]!.read).toBe(false);
    expect((await ask('classes', {})).data.list).toMatchObject([{ id: room.data.id, endedAt: null }]);
    expect((await ask('recharges', {})).data.list[0]!.status).not.toBe('revoked');
  });
});
