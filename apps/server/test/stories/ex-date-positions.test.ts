import { paise, rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { userOwner } from '#modules/ledger/index.ts';
import { exFall, type ActionTerms } from '#modules/market/index.ts';
import { myRecord } from '#modules/performance/my-record.ts';
import { squareOffRest } from '#modules/day/index.ts';
import { beginMarketDay } from '#modules/day/begin.ts';
import type { Db, Tx } from '#src/ports/database.ts';
import { verifyPositions } from '#src/verify/positions.ts';
import { testDeps } from '#test/deps.ts';
import { useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { openTrading, provesTheTrading, type Trader, type Trading, unlimitPositions } from '#test/trading.ts';

const CODE = 'HARIDRA';
const MAX_QUANTITY = 100_000;
const CRORE = 1_00_00_000_00n;

const SPLIT: ActionTerms = { kind: 'split', oldFace: 10, newFace: 1 };
/** What a company decides for the next day, of a share at this price. */
const ACTIONS: Readonly<Record<ActionTerms['kind'], (last: number, exDate: string) => ActionTerms>> = {
  split: () => SPLIT,
  bonus: () => ({ kind: 'bonus', a: 1, b: 1 }),
  dividend: (last, exDate) => ({
    kind: 'dividend',
    perSharePaise: Math.floor(last / 40),
    paysOn: nextRegularDay(exDate),
  }),
  rights: (last) => ({ kind: 'rights', a: 1, b: 3, price: Math.floor((last * 7) / 1_000) * 100, shares: 200_000 }),
  buyback: (last) => ({
    kind: 'buyback',
    price: Math.ceil((last * 12) / 1_000) * 100,
    shares: 200_000,
    held: { small: 100_000, general: 900_000 },
  }),
  demerger: (_last, exDate) => ({
    kind: 'demerger',
    a: 1,
    b: 2,
    costBps: 2_500,
    into: 'HARIDRANEW',
    business: 'realty',
    profitBps: 3_000,
    listsOn: nextRegularDay(nextRegularDay(exDate)),
  }),
};
const KINDS = Object.keys(ACTIONS) as readonly ActionTerms['kind'][];

const sells = (member: Trader, quantity: number, price: number, product: 'intraday' | 'delivery') =>
  member.trySell({ code: CODE, quantity, price: rupees(BigInt(price)), product });

const positionOf = async (member: Trader) =>
  (await member.positions()).find(({ code, product }) => code === CODE && product === 'intraday');
const quantityOf = async (member: Trader) => (await positionOf(member))?.quantity ?? 0;

/** What the day made of the position, as the app and programs show it. */
const readDay = async (member: Trader) =>
  (await member.dayPositions()).find(({ code, product }) => code === CODE && product === 'intraday')!;
const paiseIn = (text: string): bigint => paise(text)!;

const verify = (tx: Tx) => verifyPositions(tx, testDeps().keys);

/** Looks at what a statement makes of the tables, and takes it back. */
async function undone(db: Db, [name, sql]: readonly [string, string], look: (tx: Tx) => Promise<void>): Promise<void> {
  const isOver = new Error('taken back');
  const work = db.transaction(async (tx) => {
    await tx.query(name, sql);
    await look(tx);
    throw isOver;
  });
  await expect(work).rejects.toBe(isOver);
}

describe('an intraday position that is left over an ex-date', () => {
  const database = useTestDatabase({ per: 'test' });
  let trading: Trading;

  const open = async () => {
    trading = await openTrading(database.app, { codes: [CODE], daySeconds: '300', start: Date.UTC(2026, 7, 24, 4) });
    unlimitPositions(trading);
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
    return { marketDate: trading.deps.market.now().marketDate, last: trading.quote(CODE).lastPrice };
  };
  const amountOf = async ({ userId }: Trader, asset: string): Promise<bigint> => {
    const [row] = await database.app.query<{ amount: bigint }>(
      'test.amount',
      'SELECT coalesce(sum(balance), 0)::bigint AS amount FROM ledger.account WHERE owner = $1 AND asset = $2',
      [userOwner(userId), asset],
    );
    return row!.amount;
  };
  const toTrading = async (marketDate: string) => {
    await trading.stepUntil(
      () => trading.deps.market.now().marketDate >= marketDate && trading.deps.market.phase(CODE) === 'continuous',
    );
    const { minute } = trading.venue.day;
    await trading.stepUntil(() => trading.venue.day.minute > minute);
  };

  /** A member sells more intraday than a day can close, all of it to another one's delivery. */
  const leaveOver = async (kind: ActionTerms['kind']) => {
    const { marketDate, last } = await open();
    const exDate = nextRegularDay(marketDate);
    const terms = ACTIONS[kind](last, exDate);
    await announceInstead(database, exDate, [decidedAction(CODE, exDate, terms)], trading.deps.clock.now());
    const [short, holder] = [trading.member(), trading.member()];
    await short.deposit(100n * CRORE);
    await holder.deposit(1000n * CRORE);
    for (let size = MAX_QUANTITY; size >= 1;) {
      const price = trading.quote(CODE).lastPrice + 100;
      if ((await sells(short, size, price, 'intraday')).refused !== undefined) size = Math.floor(size / 2);
      else await holder.tryBuy({ code: CODE, quantity: size, price: rupees(BigInt(price)), product: 'delivery' });
    }
    for (const { id } of await short.orders({ state: 'open' })) await short.tryCancel(id);
    const held = await amountOf(holder, trading.assetOf(CODE));
    expect(held).toBeGreaterThan(1_000_000n);
    return { short, holder, held, last, exDate, terms };
  };

  it.each(KINDS)('brings two accounts nothing: %s', async (kind) => {
    const { short, holder, held, last, exDate, terms } = await leaveOver(kind);
    await toTrading(exDate);
    const began = await readDay(short);
    await squareOffRest(trading.deps);
    for (let tries = 0; tries < 60 && (await quantityOf(short)) !== 0; tries += 1) {
      const size = Math.min(MAX_QUANTITY, await quantityOf(short));
      if ((await sells(holder, size, trading.quote(CODE).lastPrice, 'delivery')).refused !== undefined) break;
    }
    const money = (await amountOf(short, 'INR')) + (await amountOf(holder, 'INR'));
    const left = await positionOf(short);
    const day = await readDay(short);
    expect(day).toMatchObject({ overnightQuantity: began.overnightQuantity, overnightValue: began.overnightValue });
    const open = BigInt(day.netQuantity) * paiseIn(day.lastPrice);
    expect(paiseIn(day.profit)).toBe(paiseIn(began.overnightValue) - paiseIn(day.buyValue) + open);
    const shares = await amountOf(holder, trading.assetOf(CODE));
    const worth = shares * BigInt(trading.quote(CODE).lastPrice) + (paise(left?.totalProfit ?? '0') ?? 0n);
    // What a holder has beside the shares: money to come, entitlements, shares of the new company, a dearer sale.
    const isShares = kind === 'split' || kind === 'bonus';
    const beside = isShares ? 0n : (held * BigInt(exFall(last, { terms }, []))) / 1_000n;
    expect(money + worth + beside).toBeLessThanOrEqual(1100n * CRORE);
    await provesTheTrading(database.app);
  });

  it.each(['1w', 'all'] as const)('is a result of its trades in My record over: %s', async (period) => {
    const { short, holder } = await leaveOver('split');
    for (let days = 0; days < 6; days += 1) {
      const now = () => trading.deps.market.now();
      const before = now().marketDate;
      // Traded by the square-off of a day that has not closed; when it has; when the next one has begun.
      const isSquaredOff = () => now().marketTime.slice(11, 16) >= '15:55';
      for (const isThere of [isSquaredOff, () => now().session === 'closed', () => now().session === 'open']) {
        await trading.stepUntil(isThere);
        for (const { userId } of [short, holder]) {
          const record = await myRecord(trading.deps, userId, period);
          expect(record!.otherPaise, `${before} until ${now().marketTime}`).toBe(0n);
        }
      }
    }
  });

  it('is adjusted once, also when the day begins again, with a notice, and a change by hand is found', async () => {
    const { short, exDate } = await leaveOver('dividend');
    const dayOf = () => trading.deps.market.now().marketDate;
    await trading.stepUntil(() => dayOf() >= exDate);
    const after = await positionOf(short);
    const perShare = BigInt(Math.floor(trading.quote(CODE).previousClose / 40));
    expect(after!.adjusted).toMatchObject({ quantity: 0 });
    const taken = paise(after!.adjusted!.amount)!;
    expect(taken % BigInt(after!.quantity)).toBe(0n);
    expect(-taken / BigInt(after!.quantity)).toBeGreaterThan(perShare / 2n);
    // As a server leaves it that ends before it has noted that all have theirs.
    await database.admin.query('t.again', 'UPDATE market.corporate_action SET applied_ms = NULL');
    expect((await database.app.transaction(verify)).filter(({ violations }) => violations > 0)).toEqual([]);
    await beginMarketDay(trading.deps, { marketDay: trading.venue.at.marketDay, marketDate: exDate });
    expect(await positionOf(short)).toEqual(after);
    const told = await database.app.query<{ key: string }>(
      't.told',
      `SELECT key FROM notices.notice WHERE member_id = $1 AND about LIKE 'adjusted:%'`,
      [short.userId],
    );
    expect(told).toEqual([{ key: 'shortOwes' }]);
    await provesTheTrading(database.app);
    const tamperings = [
      ['UPDATE trading.position_adjustment SET paise = paise - 100', 'position_adjustments'],
      ['UPDATE trading.position_adjustment SET quantity = quantity - 1', 'position_adjustments'],
      ['UPDATE trading.position_adjustment SET added = added - 1', 'position_adjustments'],
      [`UPDATE trading.position_adjustment SET user_id = 'another'`, 'position_adjustments'],
      ['DELETE FROM trading.position_adjustment', 'position_adjustments'],
      ['UPDATE trading.position SET cost_paise = cost_paise - 100 WHERE adjusted_paise <> 0', 'position_cost'],
      ['UPDATE trading.position SET buy_charges_paise = 1 WHERE adjusted_paise <> 0', 'position_cost'],
      ['UPDATE trading.position SET adjusted_paise = adjusted_paise - 100 WHERE adjusted_paise <> 0', 'position_fills'],
    ] as const;
    for (const [at, [sql, check]] of tamperings.entries())
      await undone(database.admin, [`t.by_hand_${at}`, sql], async (tx) => {
        const found = [...(await verify(tx))].filter(({ violations }) => violations > 0);
        const broken = await tx.query<{ name: string }>(
          't.broken',
          'SELECT name FROM trading.check_all() WHERE violations > 0',
        );
        expect(
          [...found, ...broken].map(({ name }) => name),
          sql,
        ).toContain(check);
      });
  });

  it('brings one account nothing', async () => {
    const { marketDate } = await open();
    const exDate = nextRegularDay(marketDate);
    await announceInstead(database, exDate, [decidedAction(CODE, exDate, SPLIT)], trading.deps.clock.now());
    const short = trading.member();
    await short.deposit(100n * CRORE);
    while (trading.deps.market.now().marketTime.slice(11, 16) < '15:05') {
      const range = trading.deps.market.protectedRange(CODE);
      const { bandLow } = trading.quote(CODE);
      if (range) await sells(short, 3000, Math.max(range.lower, bandLow), 'intraday');
      const { minute } = trading.venue.day;
      await trading.stepUntil(() => trading.venue.day.minute > minute + 2);
      for (const { id } of await short.orders({ state: 'open' })) await short.tryCancel(id);
    }
    await toTrading(exDate);
    for (let tries = 0; tries < 40 && (await quantityOf(short)) !== 0; tries += 1) {
      const { minute } = trading.venue.day;
      await squareOffRest(trading.deps);
      await trading.stepUntil(() => trading.venue.day.minute > minute + 3);
    }
    expect(await amountOf(short, 'INR')).toBeLessThanOrEqual(100n * CRORE);
  });
});
