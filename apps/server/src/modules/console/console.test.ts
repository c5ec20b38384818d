import { randomUUID } from 'node:crypto';
import {
  CONSOLE_ACTIONS,
  consoleCalls,
  type ConsoleCallName,
  type ConsoleData,
  type ServerMessage,
} from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/adapters/postgres.ts';
import { buildApp } from '#src/app.ts';
import { routeConsoleCalls } from '#src/http/console-calls.ts';
import { handlers as accounts } from '#modules/accounts/index.ts';
import { handlers as articles } from '#modules/articles/index.ts';
import { handlers as config } from '#modules/config/index.ts';
import { addCreditEvent, handlers as credit, recordRules } from '#modules/credit/index.ts';
import { handlers as kyc } from '#modules/kyc/index.ts';
import { handlers as notices } from '#modules/notices/index.ts';
import { handlers as privacy } from '#modules/privacy/index.ts';
import { handlers as support } from '#modules/support/index.ts';
import { handlers as votes } from '#modules/votes/index.ts';
import { handlers as wallet } from '#modules/wallet/index.ts';
import { seal } from '#src/vault.ts';
import { newAddress, newMember } from '../../../test/client.ts';
import { provesTheBooks, useTestDatabase } from '../../../test/database.ts';
import { openPrimaryMarket } from '../../../test/primary-market.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '../../../test/wallet.ts';
import { bootstrapStaff, carryOut, type ConsoleDeps } from './index.ts';

const MINUTE = 60_000;
const STAFF = 'asha:first-password,bela:second-password,chand:third-password';
const DENIED = '42501';

const database = useTestDatabase({ provesBooks: false });
const pushed: [string, ServerMessage][] = [];
let world: WalletWorld;
let deps: ConsoleDeps;
let app: FastifyInstance;
let asha: Person;
let bela: Person;

beforeAll(async () => {
  world = await openWallet(database, { decides: 'people' });
  const { deps: primary } = openPrimaryMarket(database.app);
  const backOffice = openPool({ ...database.connection('khara_console'), max: 3 });
  deps = {
    ...world.deps,
    config: { ...world.deps.config, CONSOLE_BOOTSTRAP: accountsOf(STAFF), KYC_REVIEW: 'manual' },
    market: { ...primary.market, now: () => ({ ...primary.market.now(), phase: 'continuous' }) },
    primary: primary.primary,
    pushes: {
      ...world.deps.pushes,
      isListening: () => true,
      toUser: (userId, message) => void pushed.push([userId, message]),
    },
    backOffice,
    booksStopped: () => false,
  };
  await recordRules(database.app);
  await bootstrapStaff(deps);
  const handlers = {
    ...accounts,
    ...articles,
    ...config,
    ...credit,
    ...kyc,
    ...notices,
    ...privacy,
    ...support,
    ...votes,
    ...wallet,
  };
  app = await buildApp(deps, handlers, { data: (data) => routeConsoleCalls(data, deps) });
  asha = await signedIn('asha', 'first-password');
  bela = await signedIn('bela', 'second-password');
});
afterAll(async () => {
  await app.close();
  await deps.backOffice.close();
  await world.close();
});

const accountsOf = (text: string) =>
  text.split(',').map((one) => ({ name: one.split(':')[0]!, password: one.split(':')[1]! }));

type Answer = { readonly code: number; readonly data: { readonly reason?: string } & Record<string, unknown> };

async function ask(
  token: string | undefined,
  name: ConsoleCallName,
  payload: object,
  more: object = {},
): Promise<Answer> {
  const { path, method } = consoleCalls[name];
  const { id, ...rest } = payload as { id?: string };
  const inPath = path.endsWith('{id}');
  const response = await app.inject({
    method,
    url: inPath ? path.replace('{id}', String(id)) : path,
    headers: { 'x-forwarded-for': newAddress(), ...(token === undefined ? {} : { token }), ...more },
    ...(method === 'POST' ? { payload: inPath ? rest : payload } : {}),
  });
  return response.json<Answer>();
}

type Person = {
  readonly token: string;
  ask(name: ConsoleCallName, payload: object, more?: object): Promise<Answer>;
  get<N extends ConsoleCallName>(name: N, payload?: object): Promise<ConsoleData<N>>;
  refused(name: ConsoleCallName, payload: object): Promise<unknown>;
};

function person(token: string): Person {
  return {
    token,
    ask: (name, payload, more) => ask(token, name, payload, more),
    async get(name, payload = {}) {
      const answer = await ask(token, name, payload);
      if (answer.code !== 200) throw new Error(`${name} answered ${answer.code} ${JSON.stringify(answer.data)}`);
      return answer.data as never; // the call table says what it is
    },
    async refused(name, payload) {
      const answer = await ask(token, name, payload);
      return answer.code === 200 ? 'not refused' : (answer.data?.reason ?? answer.code);
    },
  };
}

async function signedIn(name: string, password: string): Promise<Person> {
  const answer = await ask(undefined, 'consoleSignIn', { name, password });
  if (answer.code !== 200) throw new Error(`sign-in answered ${answer.code} ${JSON.stringify(answer.data)}`);
  return person(String(answer.data['token']));
}

const JPEG = Buffer.from('what an encrypted picture holds');

/** An identity check as a member hands it in, without the pixels. */
async function handIn(memberId: string): Promise<{ readonly id: string; readonly front: string }> {
  const [front, back] = [`P${randomUUID().slice(0, 12)}`, `P${randomUUID().slice(0, 12)}`];
  for (const id of [front, back]) {
    const sealed = seal(deps.keys.vault, deps.random, JPEG, [memberId, 'picture', 'kyc', id, '1']);
    await database.app.query(
      't.picture',
      `insert into pictures.picture (id, member_id, purpose, key_id, wrapped_key, body, bytes, look, contrast, at, delete_at)
       values ($1, $2, 'kyc', $3, $4, $5, 9, $6, 40, 1, 9000000000000)`,
      [id, memberId, sealed.keyId, sealed.wrappedKey, sealed.body, Buffer.alloc(256)],
    );
  }
  await database.app.query('t.review', `update accounts.member set kyc_status = 'under_review' where id = $1`, [
    memberId,
  ]);
  const [row] = await database.app.query<{ id: bigint }>(
    't.application',
    `insert into kyc.application (member_id, name, last_four, number_hash, front_id, back_id, submitted_at)
     values ($1, 'Meera Nair', '4321', $2, $3, $4, $5) returning id`,
    [memberId, Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex'), front, back, deps.clock.now()],
  );
  return { id: String(row!.id), front };
}

/** One asks, the other agrees, the server carries it out. */
async function agreeOn(request: object): Promise<ConsoleData<'consoleDecide'>> {
  const { id } = await asha.get('consoleRequest', request);
  await bela.get('consoleDecide', { id, approve: true, reason: 'review' });
  await carryOut(deps);
  const { list } = await bela.get('consoleRequests');
  return list.find((one) => one.id === id)!;
}

const text = (title: string) => ({ title, summary: 's', body: '## b' });
const names = (name: string) => ({ en: name, hi: name, 'zh-Hant': name, 'zh-Hans': name });

/** An offering of no company, as far as it matters here. */
const offering = (id: string, state: string, closes: number) =>
  database.admin.query(
    't.offering',
    `insert into ipo.offering (id, kind, code, asset, names, sector, board, issue_paise, price_paise, discount_bps, shares_per_lot, total_shares,
       reserved_shares, offered_shares, min_lots, max_lots, upfront_bps, demand_hundredths, market_day, opens_market, closes_market, allotment_market,
       listing_date, state, closes_ms, opened_ms, open_hash)
     values ($1, 'private_placement', $4, 'EQ:INE000000001', '{}', 's', 'main', 100, 100, 0, 10, 100, 0, 100, 1, 5, 10000, 100, 0, '', '', '', '2026-12-01', $2, $3, 1, '\\x00')`,
    [id, state, closes, id.split('-')[1]],
  );

const toWithdraw = (subject: string) => ({ action: 'offering.withdraw', subject, reason: 'issuer_asked' });

/** To tell everybody something. */
const tell = (announcement: object, subject = 'maintenance-1') => ({
  action: 'announcement.publish',
  subject,
  payload: { announcement },
  reason: 'review',
});

const auditOf = async (subject: string) =>
  (await asha.get('consoleAudit', { size: 100 })).list
    .filter((line) => line.subject === subject)
    .map(({ staff, action }) => `${staff} ${action}`)
    .toReversed();

describe('sessions of the back office', () => {
  it('begin with name and password, and a wrong one is not told apart from an unknown name', async () => {
    expect(await asha.get('consoleMe')).toEqual({ number: 'S1', name: 'asha' });
    for (const [name, password] of [
      ['asha', 'wrong'],
      ['nobody', 'first-password'],
    ]) {
      expect((await ask(undefined, 'consoleSignIn', { name, password })).data.reason).toBe('credentials_invalid');
    }
  });

  it('slow down whoever guesses', async () => {
    let answer: Answer;
    let tries = 0;
    do {
      answer = await ask(undefined, 'consoleSignIn', { name: 'guessed', password: `guess ${tries}` });
      tries += 1;
    } while (answer.data.reason === 'credentials_invalid' && tries < 20);
    expect(answer.data.reason).toBe('try_later');
  });

  it('end when they are signed out, and after fifteen idle minutes; asking again by itself is no use', async () => {
    const one = await signedIn('chand', 'third-password');
    await one.get('consoleSignOut');
    expect((await one.ask('consoleMe', {})).code).toBe(2001);
    const two = await signedIn('chand', 'third-password');
    world.clock.advance(14 * MINUTE);
    await two.get('consoleMe');
    world.clock.advance(14 * MINUTE);
    expect((await two.ask('consoleMe', {}, { background: '1' })).code).toBe(200);
    world.clock.advance(2 * MINUTE);
    expect((await two.ask('consoleMe', {})).code).toBe(2001);
    asha = await signedIn('asha', 'first-password');
    bela = await signedIn('bela', 'second-password');
  });

  it('are no sessions of members, and the other way round', async () => {
    const member = await newMember(app);
    expect((await ask(member.token, 'consoleMe', {})).code).toBe(401);
    expect((await ask(undefined, 'consoleMe', {})).code).toBe(401);
    expect((await member.client.ask('userDetail', {}, { token: asha.token })).code).toBe(401);
  });

  it('every call but the sign-in needs one', async () => {
    for (const name of Object.keys(consoleCalls) as ConsoleCallName[]) {
      if (name !== 'consoleSignIn') expect((await ask(undefined, name, {})).code, name).toBe(401);
    }
  });
});

describe('what needs two people', () => {
  it('is an identity: asked for, not decided by whoever asked, decided, carried out, and told to its owner', async () => {
    const member = await newMember(app);
    const { id: subject } = await handIn(member.userId);
    const identity = { action: 'identity.decide', subject, payload: { approve: true }, reason: 'documents_match' };
    const { id } = await asha.get('consoleRequest', identity);
    expect(await bela.refused('consoleRequest', identity)).toBe('already_requested');
    expect((await bela.get('consoleIdentities')).list.find((one) => one.id === subject)).toMatchObject({
      memberId: member.userId,
      name: 'Meera Nair',
      idNumberMasked: 'XXXX XXXX 4321',
      requestId: id,
    });

    const own = { id, approve: true, reason: 'documents_match' };
    expect(await asha.refused('consoleDecide', own)).toBe('same_person');
    await carryOut(deps);
    expect((await member.client.get('identity', {})).status).toBe('under_review');

    expect(await bela.get('consoleDecide', own)).toMatchObject({ state: 'approved', maker: 'S1', checker: 'S2' });
    expect(await bela.refused('consoleDecide', own)).toBe('already_decided');
    expect(await carryOut(deps)).toBe(1);
    expect(await carryOut(deps)).toBe(0);
    expect(await member.client.get('identity', {})).toMatchObject({ status: 'certified', name: 'Meera Nair' });
    expect(pushed.some(([to, { type }]) => to === member.userId && type === 'notice')).toBe(true);

    expect(
      (await member.client.get('accessLog', {})).list.map(({ who, action, reason }) => [who, action, reason]),
    ).toEqual([
      ['S1, S2', 'identity.decide.carried_out', 'documents_match'],
      ['S2', 'identity.decide.agreed', 'documents_match'],
      ['S1', 'identity.decide.asked', 'documents_match'],
    ]);
    expect(await auditOf(subject)).toEqual([
      'S1 identity.decide.asked',
      'S2 identity.decide.agreed',
      'server identity.decide.carried_out',
    ]);
    const [record] = await database.app.query<{ json: string }>(
      't.record',
      `select json from ledger.record where type = 'ops.action' and ref = $1`,
      [`request:${id}`],
    );
    expect(JSON.parse(record!.json)).toMatchObject({
      action: 'identity.decide',
      maker: 'S1',
      checker: 'S2',
      approve: true,
    });
  });

  it('an identity that fails does so for a reason of the list', async () => {
    const member = await newMember(app);
    const { id: subject } = await handIn(member.userId);
    const fails = { action: 'identity.decide', subject, reason: 'documents_do_not_match' };
    expect(await asha.refused('consoleRequest', { ...fails, payload: { approve: false } })).toBe('invalid_input');
    const request = { ...fails, payload: { approve: false, flaw: 'name_differs' } };
    expect(await agreeOn(request)).toMatchObject({ state: 'carried_out', failure: null });
    expect(await member.client.get('identity', {})).toMatchObject({ status: 'failed', reason: 'name_differs' });
  });

  it('is a recharge and a withdrawal; what is declined by the second person does nothing', async () => {
    const { own, account } = await world.newPayee({ money: '0.00' });
    const came = await world.recharge(own, '900.00');
    const request = {
      action: 'recharge.decide',
      subject: came.orderNumber,
      payload: { approve: true },
      reason: 'payment_seen',
    };
    const { id } = await asha.get('consoleRequest', request);
    expect(await bela.get('consoleDecide', { id, approve: false, reason: 'payment_not_seen' })).toMatchObject({
      state: 'declined',
    });
    expect(await carryOut(deps)).toBe(0);
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
    expect((await bela.get('consoleRecharges')).list).toMatchObject([
      { orderNumber: came.orderNumber, amount: '900.00', requestId: null },
    ]);
    await agreeOn(request);
    expect((await own.get('rupeeWallet', {})).available).toBe('900.00');

    const goes = await own.get('submitWithdrawal', {
      currency: 'INR',
      amount: '200.00',
      bankId: account.id,
      transactionPassword: OWN_PASSWORD,
      requestId: randomUUID(),
    });
    expect((await bela.get('consoleWithdrawals')).list).toMatchObject([
      { orderNumber: goes.orderNumber, amount: '200.00', passesAt: world.clock.now() + 48 * 60 * MINUTE },
    ]);
    await agreeOn({
      action: 'withdrawal.decide',
      subject: goes.orderNumber,
      payload: { approve: false },
      reason: 'holder_differs',
    });
    expect(await own.get('rupeeWallet', {})).toMatchObject({ available: '900.00', frozen: { total: '0.00' } });
  });

  it('is an appeal: its event is void', async () => {
    const member = await newMember(app);
    await database.app.transaction((tx) =>
      addCreditEvent(tx, deps, { userId: member.userId, rule: 'duplicate_identity', about: `t:${member.userId}` }),
    );
    const { events } = await member.client.get('creditScore', {});
    const { appeal } = await member.client.get('creditAppeal', { eventId: events[0]!.id, text: 'It is my brother.' });
    expect((await asha.get('consoleAppeals')).list).toMatchObject([
      { id: appeal.id, rule: 'duplicate_identity', points: -60 },
    ]);
    await agreeOn({
      action: 'appeal.decide',
      subject: appeal.id,
      payload: { approve: true },
      reason: 'appeal_justified',
    });
    expect(await member.client.get('creditScore', {}, { lang: 'zh-Hans' })).toMatchObject({
      score: 100,
      withdrawalBlocked: false,
      appeal: { state: 'upheld', decision: expect.stringContaining('申诉有理') },
    });
  });

  it('is an offering before its close, and never after it', async () => {
    await offering('PP-EARLY-1', 'in_progress', world.clock.now() + MINUTE);
    await offering('PP-LATE-1', 'in_progress', world.clock.now() + MINUTE / 2);
    expect(await agreeOn(toWithdraw('PP-EARLY-1'))).toMatchObject({ state: 'carried_out' });
    // Asked for in time, agreed to after the close; and asked for after it.
    const { id } = await asha.get('consoleRequest', toWithdraw('PP-LATE-1'));
    world.clock.advance(MINUTE);
    await bela.get('consoleDecide', { id, approve: true, reason: 'issuer_asked' });
    await carryOut(deps);
    const failed = (await asha.get('consoleRequests', { state: 'failed' })).list.find((one) => one.id === id);
    expect(failed).toMatchObject({ failure: 'offering_not_open' });
    expect(await bela.refused('consoleRequest', toWithdraw('PP-LATE-1'))).toBe('offering_not_open');
    const { list } = await asha.get('consoleOfferings');
    expect(list.map(({ id, state }) => [id, state])).toEqual([
      ['PP-EARLY-1', 'withdrawn'],
      ['PP-LATE-1', 'in_progress'],
    ]);
    expect(await asha.refused('consoleRequest', toWithdraw('PP-EARLY-1'))).toBe('offering_not_open');
    expect(await asha.refused('consoleRequest', toWithdraw('PP-NOBODY-1'))).toBe('not_found');
  });

  it('is a new offering of each kind, by the rules of the calendar; applications come with its day', async () => {
    const { days, companies, sectors } = await asha.get('consoleCalendar');
    const opensOn = days[1]!;
    const company = companies.find(({ lastPrice }) => Number(lastPrice) > 500 && Number(lastPrice) < 1_500)!;
    const issue = {
      names: names('Invented Kites'),
      sector: sectors[0]!,
      board: 'main',
      story: 'Makes kites that do not exist.',
      floor: '200.00',
      cap: '210',
    };
    const kites = {
      kind: 'ipo',
      code: 'KITES',
      opensOn,
      issue,
      discountBps: 0,
      sharesPerLot: 70,
      totalShares: 7_000_000,
      reservedBps: 3_500,
      minLots: 1,
      maxLots: 13,
      demandHundredths: 400,
    };
    const wanted = (terms: object) => ({
      action: 'offering.create',
      subject: 'new',
      payload: { offering: { ...kites, ...terms } },
      reason: 'issuer_asked',
    });
    const refusal = async (terms: object) => {
      const { data } = await asha.ask('consoleRequest', wanted(terms));
      return [data.reason, data['field'], data['rule']].filter((part) => part !== undefined).join(' ');
    };
    expect(await refusal({ issue: { ...issue, cap: '209.99' } })).toBe(
      'invalid_input offering.capPaise band_of_105_to_120',
    );
    expect(await refusal({ opensOn: '2026-11-22' })).toBe('invalid_input offering.opensOn market_day_to_come');
    expect(await refusal({ kind: 'block', code: 'NOBODY', issue: undefined })).toBe('unknown_code offering.code');
    expect(await refusal({ code: company.code })).toBe('already_there offering.code');

    // Nobody decides it alone, and until somebody else has agreed there is no offering.
    const { id } = await asha.get('consoleRequest', wanted({}));
    expect(await bela.refused('consoleRequest', wanted({}))).toBe('already_requested');
    expect(await asha.refused('consoleDecide', { id, approve: true, reason: 'issuer_asked' })).toBe('same_person');
    await carryOut(deps);
    const created = async () => (await bela.get('consoleOfferings')).list.filter(({ code }) => code === 'KITES');
    expect(await created()).toEqual([]);
    await bela.get('consoleDecide', { id, approve: true, reason: 'issuer_asked' });
    await carryOut(deps);
    expect(await created()).toMatchObject([{ kind: 'ipo', state: 'coming_soon', closesAt: null }]);
    expect(await bela.refused('consoleRequest', wanted({}))).toBe('already_there');

    const listed = { code: company.code, issue: undefined, discountBps: 200, minLots: 1, maxLots: 2, sharesPerLot: 20 };
    for (const [kind, reservedBps] of [
      ['offline_placement', 1_000],
      ['private_placement', 0],
      ['block', 0],
    ] as const) {
      const done = await agreeOn(wanted({ ...listed, kind, reservedBps }));
      expect([kind, done.state, done.failure]).toEqual([kind, 'carried_out', null]);
    }
    const rows = await database.app.query<{ kind: string; opens: string; invited: boolean }>(
      't.created',
      `select kind, left(opens_market, 10) as opens, key_hash is not null as invited from ipo.offering where code = any($1) order by kind`,
      [['KITES', company.code]],
    );
    expect(rows).toEqual([
      { kind: 'block', opens: opensOn, invited: true },
      { kind: 'ipo', opens: opensOn, invited: false },
      { kind: 'offline_placement', opens: opensOn, invited: false },
      { kind: 'private_placement', opens: opensOn, invited: true },
    ]);
    const [record] = await database.app.query<{ json: string }>(
      't.terms',
      `select json from ledger.record where type = 'ops.action' and ref = $1`,
      [`request:${id}`],
    );
    expect(JSON.parse(record!.json)).toMatchObject({
      action: 'offering.create',
      terms: { code: 'KITES', totalShares: 7_000_000 },
    });
  });

  it('is an announcement, told to everybody once, each in their language', async () => {
    const member = await newMember(app);
    const texts = {
      en: { title: 'Maintenance', body: 'At midnight.' },
      hi: { title: 'रखरखाव', body: 'आधी रात को।' },
      'zh-Hant': { title: '維護', body: '午夜進行。' },
      'zh-Hans': { title: '维护', body: '午夜进行。' },
    };
    const whole = { texts, link: '/pages/index/rules/index' };
    const { hi: _hi, ...three } = texts;
    expect(await asha.refused('consoleRequest', tell({ ...whole, texts: three }))).toBe('invalid_input');
    expect(await asha.refused('consoleRequest', tell({ ...whole, link: 'https://example.org' }))).toBe('invalid_input');
    const lure = { ...texts, hi: { title: 'रखरखाव', body: 'khara@okbank पर भेजें' } };
    expect(await asha.refused('consoleRequest', tell({ ...whole, texts: lure }))).toBe('pay_to_details');
    pushed.length = 0;
    expect(await agreeOn(tell(whole))).toMatchObject({ state: 'carried_out' });
    expect(await asha.refused('consoleRequest', tell(whole))).toBe('already_there');
    const inbox = async (lang: string) =>
      (await member.client.get('noticeList', { category: 'system' }, { lang })).list;
    expect((await inbox('yd'))[0]).toMatchObject({
      title: 'रखरखाव',
      body: 'आधी रात को।',
      link: whole.link,
      read: false,
    });
    expect((await inbox('zh-Hant'))[0]).toMatchObject({ title: '維護' });
    expect(pushed.find(([to]) => to === member.userId)?.[1]).toMatchObject({
      type: 'notice',
      data: { title: 'Maintenance' },
    });
    expect((await bela.get('consoleAnnouncements')).list).toMatchObject([
      { id: 'maintenance-1', maker: 'S1', checker: 'S2' },
    ]);
    // Who comes later is not told of what was then.
    const late = await newMember(app);
    expect((await late.client.get('noticeList', {})).list.some(({ title }) => title === 'Maintenance')).toBe(false);
    await expect(database.admin.query('t.untell', 'delete from notices.announcement')).rejects.toMatchObject({
      code: DENIED,
    });
  });

  it('is the cause of a contradiction in the books, after which money moves again', async () => {
    await database.app.query('t.stop', `select ledger.stop_books('asset_sum', 1, 'INR is 1')`);
    const { booksStop } = await asha.get('consoleHealth');
    const cause = { action: 'books.cause', subject: booksStop!.id, reason: 'books_explained' };
    expect(await asha.refused('consoleRequest', { ...cause, payload: { cause: 'short' } })).toBe('invalid_input');
    await agreeOn({ ...cause, payload: { cause: 'A test has stopped the books.' } });
    expect(await asha.get('consoleHealth')).toMatchObject({ booksStop: null, booksStopped: false });
    const causes = await database.app.query('t.causes', 'select actor from ledger.books_cause order by actor');
    expect(causes).toEqual([{ actor: 'S1' }, { actor: 'S2' }]);
  });

  it('waits for something that waits: nothing else can be asked for', async () => {
    const MADE_ANEW: ReadonlySet<string> = new Set(['offering.create', 'announcement.publish']);
    for (const action of CONSOLE_ACTIONS.filter((one) => !MADE_ANEW.has(one))) {
      const payload = { approve: true, cause: 'There is no cause at all.' };
      expect(await asha.refused('consoleRequest', { action, subject: 'none', payload, reason: 'review' }), action).toBe(
        'not_found',
      );
    }
    expect(await asha.refused('consoleRequest', { action: 'price.set', subject: 'AAMRAI', reason: 'review' })).toBe(
      'invalid_input',
    );
    expect(await asha.refused('consoleDecide', { id: '999999', approve: true, reason: 'review' })).toBe('not_found');
  });

  it('was decided by nobody while it waited: what passed by itself fails, and says so', async () => {
    const { own } = await world.newPayee({ money: '0.00' });
    const came = await world.recharge(own, '50.00');
    const { id } = await asha.get('consoleRequest', {
      action: 'recharge.decide',
      subject: came.orderNumber,
      payload: { approve: true },
      reason: 'payment_seen',
    });
    await own.get('revokeRecharge', { id: came.orderNumber });
    await bela.get('consoleDecide', { id, approve: true, reason: 'payment_seen' });
    await carryOut(deps);
    const { list } = await asha.get('consoleRequests', { state: 'failed' });
    expect(list.find((one) => one.id === id)).toMatchObject({ failure: 'recharge_not_revocable' });
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
  });

  it('is carried out whole or not at all: whatever cuts it off, the next run does it, once', async () => {
    const { own } = await world.newPayee({ money: '0.00' });
    const came = await world.recharge(own, '70.00');
    const { id } = await asha.get('consoleRequest', {
      action: 'recharge.decide',
      subject: came.orderNumber,
      payload: { approve: true },
      reason: 'payment_seen',
    });
    await bela.get('consoleDecide', { id, approve: true, reason: 'payment_seen' });
    const before = await auditOf(came.orderNumber);
    // The server ends between any two statements: the transaction is lost each time.
    for (const cut of ['wallet.insert_decision', 'ledger.add_record', 'console.carried']) {
      const cutting: ConsoleDeps['db'] = {
        ...deps.db,
        transaction: (work) =>
          deps.db.transaction((tx) =>
            work({
              ...tx,
              query: (name, text, params) =>
                name === cut ? Promise.reject(new Error('cut')) : tx.query(name, text, params),
            }),
          ),
      };
      await expect(carryOut({ ...deps, db: cutting }), cut).rejects.toThrow('could not be carried out');
      expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
      expect(await auditOf(came.orderNumber)).toEqual(before);
    }
    const done = await Promise.all([carryOut(deps), carryOut(deps)]);
    expect(done.toSorted()).toEqual([0, 1]);
    expect((await own.get('rupeeWallet', {})).available).toBe('70.00');
    await provesTheBooks(database.job);
  });
});

describe('what one person does', () => {
  it('is written for the audit and the member in the transaction that does it: looking at a picture', async () => {
    const member = await newMember(app);
    const { front } = await handIn(member.userId);
    const look = () => app.inject({ url: `/console/api/picture/${front}`, headers: { token: asha.token } });
    const seen = await look();
    expect(seen.rawPayload).toEqual(JPEG);
    expect(seen.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    });
    expect((await member.client.get('accessLog', {})).list).toMatchObject([
      { who: 'S1', action: 'picture.look', reason: 'review' },
    ]);
    expect(await auditOf(front)).toEqual(['S1 picture.look']);
    // What cannot be written down is not shown.
    await database.admin.query(
      't.full',
      `alter table console.audit add constraint full_disk check (action <> 'picture.look') not valid`,
    );
    expect((await look()).statusCode).toBe(500);
    await database.admin.query('t.room', 'alter table console.audit drop constraint full_disk');
    expect((await member.client.get('accessLog', {})).list).toHaveLength(1);
    // Without an open case there is nothing to look at.
    await database.app.query(
      't.close_case',
      `update kyc.application set status = 'certified', decided_at = 1, decided_by = 'sandbox' where front_id = $1`,
      [front],
    );
    expect((await look()).json()).toMatchObject({ data: { reason: 'not_found' } });
  });

  it('is an answer to whoever wrote, live', async () => {
    const member = await newMember(app);
    expect(await asha.refused('consoleAnswer', { memberId: member.userId, text: 'Unasked' })).toBe('not_found');
    await member.client.get('sendSupportMessage', { text: 'Is this real money?' });
    expect((await asha.get('consoleThreads')).list[0]).toMatchObject({ memberId: member.userId, unread: 1 });
    expect((await asha.get('consoleThread', { memberId: member.userId })).list).toMatchObject([
      { text: 'Is this real money?' },
    ]);
    pushed.length = 0;
    await asha.get('consoleAnswer', { memberId: member.userId, text: 'No. It is paper money.' });
    expect(pushed[0]).toMatchObject([member.userId, { type: 'support', data: { text: 'No. It is paper money.' } }]);
    expect(
      (await member.client.get('supportMessages', {})).list.map(({ from, readAt }) => [from, readAt !== null]),
    ).toEqual([
      ['service', false],
      ['member', true],
    ]);
    expect((await member.client.get('accessLog', {})).list).toMatchObject([{ who: 'S1', action: 'support.answer' }]);
  });

  it('is an article, read in the app in the reader’s language, hidden again, and never replaced by a file', async () => {
    const texts = { en: text('Ticks'), hi: text('टिक'), 'zh-Hant': text('檔位'), 'zh-Hans': text('档位') };
    const article = { id: 'written-here', category: 'learn', published: true, texts };
    await asha.get('consoleSaveArticle', article);
    const member = await newMember(app);
    expect(await member.client.get('article', { id: 'written-here' }, { lang: 'yd' })).toMatchObject({
      title: 'टिक',
      source: 'khara',
    });
    expect(await asha.get('consoleArticle', { id: 'written-here' })).toMatchObject({ published: true, texts });
    await asha.get('consoleSaveArticle', { ...article, published: false });
    expect(await member.client.refused('article', { id: 'written-here' })).toBe('not_found');
    expect((await asha.get('consoleArticles')).list).toMatchObject([{ id: 'written-here', published: false }]);
    expect(await asha.refused('consoleSaveArticle', { ...article, texts: { en: text('x') } })).toBe('invalid_input');
    expect(await auditOf('written-here')).toEqual(['S1 article.save', 'S1 article.hide']);
  });

  it('is a banner: one of the release gets other words, a new one is added, hidden ones are gone', async () => {
    const member = await newMember(app);
    const shown = async (lang = 'en') =>
      (await member.client.get('homeBanner', {}, { lang })).map(({ id, title }) => `${id}: ${title}`);
    const before = await shown();
    const { list, images } = await asha.get('consoleBanners');
    expect(list.map(({ id, edited }) => [id, edited])).toEqual(before.map((line) => [line.split(':')[0], false]));
    const words = {
      en: { title: 'New', text: 't' },
      hi: { title: 'नया', text: 't' },
      'zh-Hant': { title: '新', text: 't' },
      'zh-Hans': { title: '新的', text: 't' },
    };
    const banner = {
      id: 'kites',
      image: images[0]!,
      link: '/pages/market/newStock/index',
      place: 1,
      shown: true,
      texts: words,
    };
    await asha.get('consoleSaveBanner', banner);
    expect((await shown('yd')).slice(0, 2)).toContain('kites: नया');
    await asha.get('consoleSaveBanner', { ...banner, id: list[0]!.id, place: 9, texts: words });
    expect((await shown()).at(-1)).toBe(`${list[0]!.id}: New`);
    await asha.get('consoleSaveBanner', { ...banner, shown: false });
    expect(await shown()).not.toContain('kites: New');
    expect(await asha.refused('consoleSaveBanner', { ...banner, image: '/h5/banners/sebi-licence.svg' })).toBe(
      'invalid_input',
    );
    expect(await asha.refused('consoleSaveBanner', { ...banner, link: 'https://example.org/pages/' })).toBe(
      'invalid_input',
    );
    expect(await auditOf('kites')).toEqual(['S1 banner.save', 'S1 banner.hide']);
  });

  it('is a fixed text, of which every version is kept and nobody’s is lost', async () => {
    const member = await newMember(app);
    const read = async (lang = 'en') =>
      (await member.client.get('configValue', { id: 'privacy' }, { lang })) as { body: string };
    const released = await asha.get('consoleText', { id: 'privacy' });
    expect([released.version, released.texts.en.body]).toEqual([0, (await read()).body]);
    const texts = { ...released.texts, hi: { title: 'गोपनीयता', body: 'नया पाठ' } };
    expect(await asha.get('consoleSaveText', { id: 'privacy', base: 0, texts })).toEqual({ version: 1 });
    expect((await read('yd')).body).toBe('नया पाठ');
    expect((await read()).body).toBe(released.texts.en.body);
    // Bela still had the first version before her.
    expect(await bela.refused('consoleSaveText', { id: 'privacy', base: 0, texts })).toBe('already_there');
    expect(await bela.get('consoleSaveText', { id: 'privacy', base: 1, texts: released.texts })).toEqual({
      version: 2,
    });
    expect((await asha.get('consoleText', { id: 'privacy', version: 1 })).texts.hi.body).toBe('नया पाठ');
    expect(
      (await asha.get('consoleText', { id: 'privacy' })).versions.map(({ version, staff }) => [version, staff]),
    ).toEqual([
      [2, 'S2'],
      [1, 'S1'],
      [0, null],
    ]);
    expect((await asha.get('consoleTexts')).list.find(({ id }) => id === 'privacy')).toMatchObject({
      version: 2,
      staff: 'S2',
    });
    const { en: _en, ...three } = texts;
    expect(await asha.refused('consoleSaveText', { id: 'privacy', base: 2, texts: three })).toBe('invalid_input');
    expect(
      await asha.refused('consoleSaveText', {
        id: 'privacy',
        base: 2,
        texts: { ...texts, en: { title: ' ', body: 'x' } },
      }),
    ).toBe('invalid_input');
    expect(await asha.refused('consoleSaveText', { id: 'licence', base: 0, texts })).toBe('not_found');
    expect(await auditOf('privacy')).toEqual(['S1 text.save', 'S2 text.save']);
    await expect(database.admin.query('t.forget', 'delete from content.fixed_text')).rejects.toMatchObject({
      code: DENIED,
    });
  });

  it('never names somewhere to pay into', async () => {
    const member = await newMember(app);
    await member.client.get('sendSupportMessage', { text: 'Where do I pay?' });
    const answer = { memberId: member.userId, text: 'Please send it to khara@okbank.' };
    expect(await asha.refused('consoleAnswer', answer)).toBe('pay_to_details');
    expect((await member.client.get('supportMessages', {})).list).toHaveLength(1);
    const texts = {
      en: text('Pay'),
      hi: text('x'),
      'zh-Hant': text('x'),
      'zh-Hans': { ...text('x'), body: '汇到 6222 0000 1111 2222' },
    };
    const article = { id: 'pay-here', category: 'learn', published: true, texts };
    expect(await asha.refused('consoleSaveArticle', article)).toBe('pay_to_details');
  });

  it('is a vote, which nobody can change afterwards', async () => {
    const words = { title: 'Which?', description: 'Choose one.' };
    const vote = {
      id: 'which-one',
      closesAt: world.clock.now() + MINUTE,
      texts: { en: words, hi: words, 'zh-Hant': words, 'zh-Hans': words },
      options: [
        { country: 'IN', names: names('India') },
        { country: '', names: names('None') },
      ],
    };
    expect(await asha.refused('consoleSaveVote', { ...vote, closesAt: 1 })).toBe('invalid_input');
    await asha.get('consoleSaveVote', vote);
    expect(await bela.refused('consoleSaveVote', vote)).toBe('already_there');
    const member = await newMember(app);
    await member.client.get('castVote', { id: 'which-one-1' });
    expect((await asha.get('consoleVotes')).list).toMatchObject([
      {
        id: 'which-one',
        options: [
          { name: 'India', flag: '🇮🇳', votes: 1 },
          { name: 'None', flag: '', votes: 0 },
        ],
      },
    ]);
    expect(await auditOf('which-one')).toEqual(['S1 vote.open']);
  });
});

describe('what the back office reads', () => {
  it('hides who members are', async () => {
    const member = await newMember(app);
    const { list } = await asha.get('consoleAccounts', { id: member.userId });
    expect(list).toMatchObject([{ id: member.userId, kycStatus: 'unauthenticated' }]);
    expect(list[0]!.phone).toBe(`+91 ${member.phone.slice(0, 2)}XXXXXX${member.phone.slice(-2)}`);
  });

  it('is the ledger as it is: each asset sums to zero, and every check', async () => {
    const { totals, checks } = await asha.get('consoleLedger');
    const rupees = totals
      .filter(({ asset }) => asset === 'INR')
      .reduce((sum, { balance }) => sum + BigInt(balance), 0n);
    expect([totals.length > 0, rupees]).toEqual([true, 0n]);
    expect(checks.length).toBeGreaterThan(3);
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('goes on from page to page', async () => {
    const first = await asha.get('consoleAudit', { size: 2 });
    const second = await asha.get('consoleAudit', { size: 2, cursor: first.nextCursor });
    const ids = [...first.list, ...second.list].map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
  });
});

/** What each call of the back office is for. A call that is not here is a call that nobody has thought about. */
const ALLOWED: Readonly<Record<ConsoleCallName, 'session' | 'reads' | 'asks' | 'decides' | 'content' | 'service'>> = {
  consoleSignIn: 'session',
  consoleSignOut: 'session',
  consoleMe: 'session',
  consoleRequest: 'asks',
  consoleAgree: 'decides',
  consoleStaff: 'reads',
  consoleDecide: 'decides',
  consoleRequests: 'reads',
  consoleIdentities: 'reads',
  consolePicture: 'reads',
  consoleRecharges: 'reads',
  consoleWithdrawals: 'reads',
  consoleAppeals: 'reads',
  consoleThreads: 'service',
  consoleThread: 'service',
  consoleAnswer: 'service',
  consoleArticles: 'reads',
  consoleArticle: 'reads',
  consoleSaveArticle: 'content',
  consoleVotes: 'reads',
  consoleSaveVote: 'content',
  consoleBanners: 'reads',
  consoleSaveBanner: 'content',
  consoleTexts: 'reads',
  consoleText: 'reads',
  consoleSaveText: 'content',
  consoleAnnouncements: 'reads',
  consoleCalendar: 'reads',
  consoleOfferings: 'reads',
  consoleLedger: 'reads',
  consoleAudit: 'reads',
  consoleAccounts: 'reads',
  consoleHealth: 'reads',
};
/** Paths of calls, and actions, are words of this list: nothing that sets, moves, draws, scores, prices, freezes or impersonates. */
const ALLOWED_WORDS =
  /^(agree|staff|login|logout|me|request|decide|requests|kyc|picture|recharges|withdrawals|appeals|support|supportThread|supportAnswer|articles|article|saveArticle|votes|saveVote|banners|saveBanner|texts|text|saveText|announcements|calendar|offerings|ledger|audit|accounts|health)$/;
const FORBIDDEN =
  /price|tick|candle|trade|fill|order|balance|post|entry|credit|debit|mint|transfer|draw|seed|allot|score|freeze|block|bank|upi|address|phone|password|token|impersonate|fee|rate|label|register/i;

describe('nobody here can', () => {
  it('call anything but what is on the list', () => {
    expect(Object.keys(consoleCalls).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
    for (const [name, { path }] of Object.entries(consoleCalls)) {
      const word = path.replace('/console/api/', '').replace('/{id}', '');
      expect(word, name).toMatch(ALLOWED_WORDS);
      expect(word.replace('withdrawals', ''), name).not.toMatch(FORBIDDEN);
    }
    for (const action of CONSOLE_ACTIONS) {
      expect(action).toMatch(
        /^(identity|recharge|withdrawal|appeal)\.decide$|^offering\.(create|withdraw)$|^announcement\.publish$|^books\.cause$/,
      );
      expect(action.replace('withdraw', '')).not.toMatch(FORBIDDEN);
    }
  });

  it('say more with a request than yes or no, a flaw of the list, a cause, the terms of an offering, or words for everybody', () => {
    const { payload } = consoleCalls.consoleRequest.body.def.shape;
    const { shape } = payload.def.innerType.def;
    expect(Object.keys(shape)).toEqual(['approve', 'flaw', 'cause', 'offering', 'announcement']);
    // The seed, the close, the price of a listed share and the applicants are nobody's to say.
    expect(Object.keys(shape.offering.def.innerType.def.shape)).toEqual([
      'kind',
      'code',
      'opensOn',
      'issue',
      'discountBps',
      'sharesPerLot',
      'totalShares',
      'reservedBps',
      'minLots',
      'maxLots',
      'demandHundredths',
    ]);
    expect(Object.keys(shape.announcement.def.innerType.def.shape)).toEqual(['texts', 'link']);
  });

  it('do more as the database’s role than ask, decide, and read what its views show', async () => {
    const routines = await database.admin.query<{ name: string }>(
      't.routines',
      `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema') and has_schema_privilege('khara_console', n.oid, 'usage')
         and has_function_privilege('khara_console', p.oid, 'execute') order by 1`,
    );
    expect(routines.map(({ name }) => name)).toEqual([
      'audit.check_all',
      'audit.check_often',
      'console.decide',
      'console.request',
    ]);
    const tables = await database.admin.query<{ name: string; may: string }>(
      't.tables',
      `select table_schema || '.' || table_name as name, privilege_type as may from information_schema.table_privileges
       where grantee = 'khara_console' order by 1, 2`,
    );
    expect(tables.map(({ name, may }) => `${name} ${may}`)).toEqual(
      [
        'console.account_line',
        'console.agreement_line',
        'console.announcement_line',
        'console.appeal_line',
        'console.audit_line',
        'console.books_stop_line',
        'console.checkpoint_line',
        'console.factor_line',
        'console.identity_line',
        'console.ledger_total',
        'console.offering_line',
        'console.recharge_line',
        'console.request_line',
        'console.staff_line',
        'console.vote_line',
        'console.waiting',
        'console.withdrawal_line',
        'content.article',
        'content.article_text',
        'content.banner',
        'content.fixed_text',
        'support.message',
      ].map((name) => `${name} SELECT`),
    );
    const columns = await database.admin.query(
      't.columns',
      `select from information_schema.column_privileges where grantee = 'khara_console' and privilege_type <> 'SELECT'`,
    );
    expect(columns).toEqual([]);
    const members = await database.admin.query(
      't.memberships',
      `select from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = 'khara_console'`,
    );
    expect(members).toEqual([]);
  });

  it.each(['khara_console', 'khara_app', 'khara_job'] as const)(
    'write the back office’s books by hand: %s',
    async (role) => {
      const client = new pg.Client(database.connection(role));
      await client.connect();
      try {
        for (const statement of [
          `INSERT INTO console.request (action, subject, payload, reason, maker, at) VALUES ('offering.withdraw', 'x', '{}', 'review', 'S1', 1)`,
          `UPDATE console.request SET state = 'approved', checker = 'S2', decided_at = 1, decision_reason = 'review'`,
          `DELETE FROM console.request`,
          `INSERT INTO console.audit (actor, action, subject, reason, at) VALUES ('S1', 'x', 'x', 'x', 1)`,
          `DELETE FROM console.audit`,
          `UPDATE console.staff SET password_hash = 'x'`,
          `SELECT console.write_down('S1', 'x', 'x', 'x', NULL, 1)`,
          `SELECT ledger.record_cause('S1', 'nobody has agreed to this')`,
          ...(role === 'khara_app'
            ? []
            : [`SELECT password_hash FROM console.staff`, `SELECT token_hash FROM console.session`]),
        ]) {
          await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
        }
      } finally {
        await client.end();
      }
    },
  );

  it('agree with themselves, take back what was asked or decided, or touch the audit: not even the owner of the tables', async () => {
    const member = await newMember(app);
    const { id: subject } = await handIn(member.userId);
    const { id } = await asha.get('consoleRequest', {
      action: 'identity.decide',
      subject,
      payload: { approve: true },
      reason: 'documents_match',
    });
    const client = new pg.Client(database.connection('postgres'));
    await client.connect();
    try {
      const itself = `UPDATE console.request SET state = 'approved', checker = maker, decided_at = 1, decision_reason = 'review' WHERE id = ${id}`;
      await expect(client.query(itself)).rejects.toMatchObject({ code: '23514', constraint: 'request_by_two' });
      for (const statement of [
        `UPDATE console.request SET payload = '{"approve": false}' WHERE id = ${id}`,
        `UPDATE console.request SET state = 'carried_out', carried_at = 1, checker = 'S2', decided_at = 1, decision_reason = 'x' WHERE id = ${id}`,
        `UPDATE console.request SET state = 'open', checker = NULL, decided_at = NULL, decision_reason = NULL, carried_at = NULL WHERE state = 'carried_out'`,
        'DELETE FROM console.request',
        'TRUNCATE console.request',
        `UPDATE console.audit SET actor = 'S9'`,
        'DELETE FROM console.audit',
        'TRUNCATE console.audit',
        'DELETE FROM console.staff',
      ]) {
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
      }
    } finally {
      await client.end();
    }
  });

  it('act with a token that is not alive, whatever the server says', async () => {
    const request = deps.backOffice.query('console.request', 'select console.request($1, $2, $3, $4, $5, $6) as id', [
      Buffer.alloc(32),
      'offering.withdraw',
      'x',
      '{}',
      'review',
      world.clock.now(),
    ]);
    await expect(request).rejects.toMatchObject({ code: DENIED });
  });
});

describe('the first accounts', () => {
  it('are made once', async () => {
    expect(await bootstrapStaff({ ...deps, config: { ...deps.config, CONSOLE_BOOTSTRAP: undefined } })).toEqual([]);
  });
});
