import { recordTheCause, stopTheBooks } from './database.ts';
import { randomUUID } from 'node:crypto';
import { addDays, nextRegularDay, type Day } from '@khara/rules';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { noteAct } from '#modules/assistants/index.ts';
import { readArticleFiles, seedArticles } from '#modules/articles/index.ts';
import { BANNER_IMAGES } from '#modules/config/index.ts';
import { certifyNode, sealLog } from '#modules/ledger/index.ts';
import { exDatesAhead, type ActionTerms } from '#modules/market/index.ts';
import { keepRefused } from '#modules/placing/index.ts';
import { SANDBOX_KEY } from '#modules/offerings/access-keys.ts';
import { refuse } from '#src/kernel/result.ts';
import { seedVotes } from '#modules/votes/index.ts';
import { publishRates } from '#modules/wallet/index.ts';
import { SUPERUSER } from '#src/adapters/embedded-postgres/index.ts';
import { asAdministrator, grantDatabase } from '#src/adapters/database.ts';
import { readUniverse } from '@khara/universe/node';
import { eraseClosedAccounts } from '#modules/privacy/index.ts';
import { announceInstead } from './ex-dates.ts';
import { inFour, type BackOffice } from './back-office.ts';
import { newMember, type Client } from './client.ts';
import { LOG_KEY, NODE_KEY, TestClock } from './deps.ts';
import { granted } from './ledger-fixtures.ts';
import { newApplicant, openOfferings } from './offerings-market.ts';
import { newTrader, openTrading } from './trading.ts';
import { openWallet, OWN_PASSWORD } from './wallet.ts';

/*
 * A small installation that has lived: what there is to tamper with. All of it came through the product's own
 * doors, so that every table that decides something has what the log says of it.
 */

const LOTTERY = 'IPO-NABHODEEP-0';
/** Market days that close, each with candles, trades and what the next one began with. */
const CLOSED_DAYS = 3;
const SHARE = 'AAMRAI';
/** Gives a bonus on the second of the days. */
const GIVES = 'ALANKRITI';
const DEMERGES = 'AMBEMOHAR';

/** Its market: enough shares that companies announce dividends in the first days. */
export const LIVED_MARKET = {
  codes: readUniverse()
    .issuers.slice(0, 100)
    .map(({ code }) => code),
  daySeconds: '12',
  seed: 'a lived database',
};

export type Payee = { readonly own: Client; readonly userId: string; readonly bankId: string };

/** Lives in the database of a back office: see the steps. Everything is sealed at the end. */
export async function live(office: BackOffice): Promise<void> {
  const { database } = office;
  const clock = new TestClock();
  const sealing = { db: database.app, clock, keys: office.deps.keys };
  const seal = async () => {
    clock.advance(2000);
    await sealLog(sealing);
  };
  await certifyNode(database.app, LOG_KEY, NODE_KEY);
  const meera = await newPayee(office);
  const ravi = await newPayee(office);
  await seal();
  const market = await openWallet(database);
  await publishRates(market.deps, market.market.marketDate);
  await leaves(office);
  await (await newMember(office.app)).client.get('signOut', {});
  const others = await moneyMoves(office, market, meera);
  await market.close();
  await seal();
  await marketDays(office, meera, ravi);
  await seal();
  await lottery(office, [meera.userId, ravi.userId, ...others]);
  await office.agreeOn({
    action: 'announcement.publish',
    subject: 'maintenance-1',
    payload: { announcement: ANNOUNCEMENT },
    reason: 'review',
  });
  await office.agreeOn({
    action: 'text.change',
    subject: 'help',
    payload: { text: { base: 0, texts: inFour({ title: 'Help', body: 'Ask customer service.' }) } },
    reason: 'review',
  });
  await seedArticles(office.deps, readArticleFiles().slice(0, 2));
  await seedVotes(office.deps);
  for (const subject of ['proofs', 'slipped'])
    await office.agreeOn({ action: 'banner.publish', subject, payload: { banner: BANNER }, reason: 'review' });
  await office.asha.get('consoleTakeBannerDown', { id: 'slipped' });
  for (const subject of ['of-people', 'withdrawn'])
    await office.agreeOn({ action: 'article.publish', subject, payload: { article: ARTICLE }, reason: 'review' });
  await office.asha.get('consoleTakeArticleDown', { id: 'withdrawn' });
  await staffSetsUp(office);
  await booksStop(office);
  await office.ownClock();
  await seal();
}

/** Chand has an authenticator, and has used a recovery code. */
async function staffSetsUp({ ask, deps }: BackOffice): Promise<void> {
  const signIn = async (more: object) =>
    (await ask(undefined, 'consoleSignIn', { name: 'chand', password: 'third-password', ...more })).data;
  const { secret } = await signIn({ enrol: true });
  const { recoveryCodes } = await signIn({ otp: codeOf(secret, deps.clock.now()), enrol: true });
  const { token } = await signIn({ otp: (recoveryCodes as readonly string[])[0] });
  if (!token) throw new Error('the recovery code was refused');
  await ask(String(token), 'consoleSignOut', {});
}

const codeOf = (secret: unknown, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp });

/** A check contradicted the books, and two people have looked at it. */
async function booksStop({ database }: BackOffice): Promise<void> {
  await stopTheBooks(database.app, 'asset_sum');
  for (const actor of ['S1', 'S2']) await recordTheCause(database.admin, actor, 'The check itself was wrong.');
}

const ANNOUNCEMENT = {
  texts: inFour({ title: 'Work on Sunday', body: 'The market opens at ten.' }),
  link: '/pages/index/rules/index',
};

const ARTICLE = {
  category: 'learn',
  published: true,
  codes: ['AAMRAI'],
  texts: inFour({ title: 'Ticks', summary: 'The smallest step.', body: 'A price moves by ticks.' }),
};

const BANNER = {
  image: BANNER_IMAGES[0]!,
  link: '/pages/index/rules/index',
  place: 1,
  shown: true,
  texts: inFour({ title: 'Proofs', text: 'Check what you hold.' }),
};

/**
 * A member whose identity two people have certified, with a bank account, a password of their own and
 * 2,00,000.00 that two people have credited.
 */
export async function newPayee(office: BackOffice): Promise<Payee> {
  const member = await newMember(office.app);
  const { client: own, userId } = member;
  const { id } = await office.handIn(userId);
  await office.agreeOn({
    action: 'identity.decide',
    subject: id,
    payload: { approve: true },
    reason: 'documents_match',
  });
  await own.get('setTransactionPassword', { oldPassword: member.transactionPassword, newPassword: OWN_PASSWORD });
  await own.get('rememberTransactionPassword', { minutes: 15, transactionPassword: OWN_PASSWORD });
  await own.get('sendSupportMessage', { text: 'When does my money arrive?', draftId: randomUUID() });
  const account = await own.get('saveBankAccount', {
    channelType: 'NEFT',
    accountNumber: '000123456789',
    holderName: 'Meera Nair',
    ifsc: 'KHAR0000001',
  });
  const came = await office.world.recharge(own, '200000.00');
  await office.agreeOn({
    action: 'recharge.decide',
    subject: came.orderNumber,
    payload: { approve: true },
    reason: 'payment_seen',
  });
  return { own, userId, bankId: account.id };
}

/** One whose identity was certified, who had an authenticator and a bank account, and is erased. */
async function leaves(office: BackOffice): Promise<void> {
  const { client: own, userId, transactionPassword } = await newMember(office.app);
  const { id } = await office.handIn(userId);
  const certified = { approve: true };
  await office.agreeOn({ action: 'identity.decide', subject: id, payload: certified, reason: 'documents_match' });
  await own.get('saveBankAccount', {
    channelType: 'NEFT',
    accountNumber: '000123456780',
    holderName: 'Meera Nair',
    ifsc: 'KHAR0000001',
  });
  const { erasesAt } = await own.get('closeAccount', { transactionPassword });
  const clock = { now: () => erasesAt };
  await eraseClosedAccounts({ ...office.deps, clock });
}

/** Money in by the sandbox's rail, out, and changed into USDT. Answers two members with rupees. */
async function moneyMoves(
  office: BackOffice,
  market: Awaited<ReturnType<typeof openWallet>>,
  payee: Payee,
): Promise<readonly string[]> {
  const asked = await payee.own.get('submitWithdrawal', {
    currency: 'INR',
    amount: '400.00',
    bankId: payee.bankId,
    transactionPassword: OWN_PASSWORD,
    requestId: randomUUID(),
  });
  await office.agreeOn({
    action: 'withdrawal.decide',
    subject: asked.orderNumber,
    payload: { approve: true },
    reason: 'review',
  });
  await office.world.pass(12);
  const members = [await newMember(market.app), await newMember(market.app)];
  for (const { client: own } of members) await market.recharge(own, '50000.00');
  await market.pass(6);
  // The rail takes one back: an event of the credit score, about which its member appeals.
  const { client: unlucky } = members[1]!;
  await market.recharge(unlucky, '300.23');
  await market.pass(24);
  const { events } = await unlucky.get('creditScore', {});
  const { appeal } = await unlucky.get('creditAppeal', { eventId: events[0]!.id, text: 'My bank did this alone.' });
  const upheld = { action: 'appeal.decide', subject: appeal.id, payload: { approve: true }, reason: 'review' };
  await office.agreeOn(upheld);
  const { client: converts, transactionPassword } = members[0]!;
  const conversion = { from: 'INR', to: 'USDT', amount: '1000' } as const;
  await converts.get('convert', { ...conversion, transactionPassword, requestId: randomUUID() });
  return members.map(({ userId }) => userId);
}

/**
 * Market days with orders of two members: bought and held, bought and sold, bought within the day and left to
 * the square-off, resting when the day ends, and one that still rests; a bonus and a demerger for shares that are held.
 */
async function marketDays({ database }: BackOffice, ...payees: readonly Payee[]): Promise<void> {
  const trading = await openTrading(database.app, LIVED_MARKET);
  const today = () => trading.deps.market.now().marketDate;
  const [meera, ravi] = payees.map(({ userId }, at) =>
    newTrader(trading, {
      userId,
      accountKey: at + 1,
      sessionId: userId,
      tokenHash: '',
      deviceOnly: false,
      transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
    }),
  );
  // A limit of their own, and a looser one that waits.
  await meera!.setLimit({ kind: 'day_loss', amount: '50000' });
  await meera!.setLimit({ kind: 'day_loss', amount: '60000' });
  const { id: planned } = await meera!.buy({ code: SHARE, quantity: 20 });
  await meera!.note({ id: planned, reason: 'plan', stop: '10', target: '99999', text: 'Out at the stop.', tags: [] });
  const far = (trading.quote(SHARE).bandLow / 100).toFixed(2);
  const { id: resting } = await meera!.buy({ code: SHARE, quantity: 1, price: far });
  await meera!.cancel(resting);
  const { deps } = trading;
  const program = { keyId: 'k'.repeat(16), tag: 'mean-reversion' };
  const body = { type: 'market', quantity: 1, product: 'delivery', validity: 'day', requestId: randomUUID() } as const;
  const refused = { side: 'buy', code: SHARE, body } as const;
  await keepRefused(deps, { ...meera!.caller, program }, refused, refuse('insufficient_funds'));
  const asked = JSON.stringify({ side: 'buy', code: SHARE, quantity: 20 });
  for (const acted of [
    { act: 'placed', orderId: BigInt(planned) },
    { act: 'refused', reason: 'assistant_day_sum' },
  ] as const)
    await noteAct(deps, { ...program, member: meera!.caller.member }, { tool: 'place_order', asked, ...acted });
  await ravi!.buy({ code: SHARE, quantity: 10, price: trading.inside(SHARE) });
  await meera!.buy({ code: SHARE, quantity: 4, product: 'intraday' });
  await meera!.buy({ code: GIVES, quantity: 5 });
  await meera!.buy({ code: DEMERGES, quantity: 5 });
  await ravi!.buy({ code: GIVES, quantity: 3, product: 'intraday' });
  await ravi!.changeProduct({ code: GIVES, product: 'delivery', quantity: 2 });
  // One fires with the first trade that is lower, one waits on.
  const price = trading.quote(SHARE).lastPrice - trading.deps.market.instrument(SHARE)!.tick;
  await meera!.setTrigger({ code: SHARE, side: 'sell', quantity: 2, below: [price, price - 1000] });
  await meera!.setTrigger({ code: SHARE, side: 'sell', quantity: 2, below: [price - 30000, price - 30000] });
  await trading.stepUntil(() => trading.quote(SHARE).lastPrice <= price);
  await trading.fired.settled();
  // A basket, and a share that is bought again and again.
  const { id: basket } = await ravi!.saveBasket({
    orders: [
      { code: SHARE, quantity: 3 },
      { code: GIVES, quantity: 2 },
    ],
  });
  await ravi!.placeBasket(basket);
  await meera!.startRegular({ code: GIVES, amount: '5000', unit: 'market_days', every: 1, firstOn: today(), times: 9 });
  const { market } = trading.deps;
  await trading.stepUntil(() => market.now().session === 'open' && market.now().marketTime.slice(11) >= '09:30:00');
  trading.runs.placeAll();
  await trading.runs.settled();
  const announce = (exDate: Day, ...actions: readonly (readonly [code: string, terms: ActionTerms])[]) =>
    announceInstead(
      database,
      exDate,
      actions.map(([code, terms]) => ({ id: `${code}-${exDate}`, code, exDate, announcedOn: today(), terms })),
      1,
    );
  const tomorrow = nextRegularDay(today());
  const paysOn = addDays(tomorrow, 25);
  await announce(
    tomorrow,
    [GIVES, { kind: 'bonus', a: 1, b: 2 }],
    [SHARE, { kind: 'dividend', perSharePaise: 150, paysOn }],
    // Two new shares for five, and half of one: paid for on the last day, after the first on which they trade.
    [
      DEMERGES,
      {
        kind: 'demerger',
        a: 1,
        b: 2,
        costBps: 2_500,
        into: 'AMBEMOLOGI',
        business: 'logistics',
        profitBps: 3_000,
        listsOn: nextRegularDay(tomorrow),
      },
    ],
  );
  for (let day = 0; day < CLOSED_DAYS; day += 1) {
    const date = today();
    await trading.stepUntil(() => today() !== date);
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    if (day === 1) await meera!.sell({ code: SHARE, quantity: 7 });
    if (day === 1) await meera!.sell({ code: GIVES, quantity: 6 }); // all that was bought, and a share of the bonus
    if (day === 1) await ravi!.buy({ code: SHARE, quantity: 5 });
  }
  const lowest = trading.quote(SHARE).bandLow;
  const { id } = await ravi!.buy({ code: SHARE, quantity: 3, price: (lowest / 100).toFixed(2) });
  await ravi!.modify({ id, quantity: 4 });
  await trading.venue.stop();
  // None of the ex-dates that the market has drawn by now has an action of so few shares.
  const drawn = exDatesAhead(today(), 1).at(-1)!.exDate;
  const { exDate } = exDatesAhead(drawn, 1).at(-1)!;
  await announce(exDate, [SHARE, { kind: 'dividend', perSharePaise: 250, paysOn: addDays(exDate, 20) }]);
}

/**
 * One lottery with a few applicants too many, drawn, allotted, signed and credited; beside it a placement that
 * needs a key, and an issue to come.
 */
async function lottery({ database }: BackOffice, userIds: readonly string[]): Promise<void> {
  const offerings = openOfferings(database.app, { seeds: ['NABHODEEP', 'KIRANMALA', 'KINHALHOME'], demand: 110 });
  await offerings.run();
  await offerings.goTo('2026-11-20T10:00');
  for (const userId of userIds) {
    const applied = newApplicant(offerings.deps, userId).subscribe({ id: LOTTERY, lots: 1 });
    await granted(Promise.resolve(applied));
  }
  for (const stamp of ['2026-11-20T11:13', '2026-11-20T12:00', '2026-11-23T15:30'] as const)
    await offerings.goTo(stamp);
  const [credited] = await database.admin.query<{ lots: bigint }>(
    'test.allotted',
    `SELECT count(*) AS lots FROM trading.lot WHERE origin = 'allotment'`,
  );
  await newApplicant(offerings.deps, userIds[0]!).enterKey('PP-KIRANMALA-0', SANDBOX_KEY);
  if (!credited?.lots) throw new Error('none of the members was allotted anything');
}

/** Copies of a database without connections, under the same server. */
export async function copiesOf({ database }: Pick<BackOffice, 'database'>) {
  const place = database.connection(SUPERUSER);
  const postgres = { ...place, database: 'postgres' };
  const run = (sql: string) => asAdministrator(postgres, (client) => client.query(sql));
  const copy = async (from: string): Promise<string> => {
    const name = `test_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    await run(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`);
    await asAdministrator({ ...postgres, database: name }, grantDatabase); // lies outside a database
    return name;
  };
  // A copy needs a source without connections; pools make new ones where they need them.
  await run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(place.database)}`,
  );
  const golden = await copy(place.database);
  return {
    /** Lets `work` have a copy of its own. */
    async with<T>(work: (connection: pg.ClientConfig & { readonly database: string }) => Promise<T>): Promise<T> {
      const name = await copy(golden);
      try {
        return await work({ ...postgres, database: name });
      } finally {
        await run(`DROP DATABASE ${name} WITH (FORCE)`);
      }
    },
    end: () => run(`DROP DATABASE ${golden} WITH (FORCE)`),
  };
}
