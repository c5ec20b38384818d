import { rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { userOwner } from '#modules/ledger/index.ts';
import { exPrice, type ActionTerms } from '#modules/market/index.ts';
import { squareOffRest } from '#modules/orders/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'HARIDRA';
const MAX_QUANTITY = 100_000;
const CRORE = 1_00_00_000_00n;

const SPLIT: ActionTerms = { kind: 'split', oldFace: 10, newFace: 1 };
const ACTIONS: readonly ((last: number, exDate: string) => ActionTerms)[] = [
  () => SPLIT,
  () => ({ kind: 'bonus', a: 1, b: 1 }),
  (last, exDate) => ({ kind: 'dividend', perSharePaise: Math.floor(last / 40), paysOn: nextRegularDay(exDate) }),
];

const sells = (member: Trader, quantity: number, price: number, product: 'intraday' | 'delivery') =>
  member.trySell({ code: CODE, quantity, price: rupees(BigInt(price)), product });

const positionOf = async (member: Trader) =>
  (await member.positions()).find(({ code, product }) => code === CODE && product === 'intraday')?.quantity ?? 0;

/* Not mended yet (docs/security.md): each of these is expected to fail, and turns red when it holds. */

describe('an intraday position that is left over an ex-date', () => {
  const database = useTestDatabase({ per: 'test' });
  let trading: Trading;

  const open = async () => {
    trading = await openTrading(database.app, { codes: [CODE], daySeconds: '300', start: Date.UTC(2026, 7, 24, 4) });
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

  it.fails.each(ACTIONS)('brings two accounts nothing (action %#)', async (termsOf) => {
    const { marketDate, last } = await open();
    const exDate = nextRegularDay(marketDate);
    const terms = termsOf(last, exDate);
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
    await toTrading(exDate);
    await squareOffRest(trading.deps);
    for (let tries = 0; tries < 60 && (await positionOf(short)) !== 0; tries += 1) {
      const size = Math.min(MAX_QUANTITY, Math.abs(await positionOf(short)));
      if ((await sells(holder, size, trading.quote(CODE).lastPrice, 'delivery')).refused !== undefined) break;
    }
    const money = (await amountOf(short, 'INR')) + (await amountOf(holder, 'INR'));
    // At what the share was worth before all of this, on the other side of the ex-date.
    const shares = await amountOf(holder, trading.assetOf(CODE));
    const owed = terms.kind === 'dividend' ? 2_000_000n * BigInt(terms.perSharePaise) : 0n;
    const worth = BigInt(exPrice(last, { terms })) * shares;
    expect(money + worth + owed).toBeLessThanOrEqual(1100n * CRORE);
    await provesTheTrading(database.app);
  });

  it.fails('brings one account nothing', async () => {
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
    for (let tries = 0; tries < 40 && (await positionOf(short)) !== 0; tries += 1) {
      const { minute } = trading.venue.day;
      await squareOffRest(trading.deps);
      await trading.stepUntil(() => trading.venue.day.minute > minute + 3);
    }
    expect(await amountOf(short, 'INR')).toBeLessThanOrEqual(100n * CRORE);
  });
});
