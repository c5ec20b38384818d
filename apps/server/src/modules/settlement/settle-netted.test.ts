import { setImmediate } from 'node:timers/promises';
import { rupees } from '@khara/money';
import { nextTradingDay, settlementDate } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { saleMoneyKept } from '#modules/portfolio/store.ts';
import { useTestDatabase, provesTheBooks } from '#test/database.ts';
import { seededRandom } from '#test/deps.ts';
import { fillsOf } from '#test/own-fills.ts';
import { openTrading, provesTheTrading, type Trader } from '#test/trading.ts';
import { issueNotes } from './issue-notes.ts';

const CODE = 'AAMRAI';
const PRICE = 1_000_00;

describe('shares that are bought and sold on one day', () => {
  const database = useTestDatabase({ per: 'test' });

  /** A market of one share, all of whose trades are at one price. */
  async function openMarket(start: number) {
    const trading = await openTrading(database.app, {
      codes: [CODE],
      daySeconds: '10',
      start,
      changed: (issuer) => (issuer.code === CODE ? { ...issuer, referencePricePaise: 2_000_00 } : issuer),
    });
    const fillAt = fillsOf(trading, database.admin, CODE);
    const { market } = trading.deps;
    const date = () => market.now().marketDate;
    const until = (day: string) => trading.stepUntil(() => date() === day && market.phase(CODE) === 'continuous');
    await until(date());
    return {
      trading,
      date,
      nextDay: () => until(nextTradingDay(date())),
      trade: (member: Trader, side: 'buy' | 'sell', quantity: number, product?: 'intraday') =>
        fillAt(member, { side, ...(product && { product }) }, [[quantity, PRICE]]),
      /** Those that have settled, and those that have not. */
      async shares(member: Trader): Promise<readonly [number, number]> {
        const asset = trading.assetOf(CODE);
        return [Number(await member.balance(120, asset)), Number(await member.balance(122, asset))];
      },
      /** Shares of the day's sales whose money buys nothing before the next day. */
      kept: async ({ userId }: Trader) => Number((await saleMoneyKept(database.app, userId, date())).paise) / PRICE,
    };
  }

  it('settle with the contract note, once: what their member held has never left', async () => {
    const { trading, date, nextDay, trade, shares, kept } = await openMarket(Date.UTC(2026, 10, 23, 4));
    const [pair, over, first] = [trading.member(), trading.member(), trading.member()];
    for (const member of [pair, over, first]) await member.deposit(50_00_000_00n);
    await trade(pair, 'buy', 50);
    await trade(over, 'buy', 20);
    await trade(first, 'buy', 20);
    await nextDay();
    await trade(over, 'buy', 30);
    await trade(first, 'buy', 30);
    await nextDay();
    await trade(pair, 'sell', 50);
    await trade(pair, 'buy', 30);
    await trade(over, 'sell', 50);
    await trade(over, 'buy', 30);
    await trade(first, 'buy', 10);
    await trade(first, 'sell', 45);
    const day = { marketDay: trading.venue.day.inputs.marketDay, marketDate: date() };
    await nextDay();
    const all = () => Promise.all([pair, over, first].map(shares));
    const settled = [
      [30, 0],
      [30, 0],
      [15, 0],
    ];
    expect(await all()).toEqual(settled);
    await issueNotes(trading.deps, day);
    expect(await all()).toEqual(settled);
    expect(await pair.positions()).toMatchObject([{ quantity: 30, settledQuantity: 30, sellableQuantity: 30 }]);
    await trade(pair, 'sell', 30);
    await trade(over, 'sell', 30);
    expect([await kept(pair), await kept(over)]).toEqual([0, 0]);
    await provesTheTrading(database.app);
  });

  it('are settled before an order of the evening keeps them', async () => {
    const { trading, nextDay, trade, shares } = await openMarket(Date.UTC(2026, 10, 23, 4));
    const { venue } = trading;
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    await trade(member, 'buy', 30);
    await nextDay();
    await trade(member, 'sell', 30);
    await trade(member, 'buy', 30);
    await trading.stepUntil(() => venue.day.step === venue.day.inputs.plan.steps - 1);
    // The last step reads of the database before anything ends.
    venue.marginsChanged();
    const last = venue.step();
    while (!venue.day.isOver) await setImmediate();
    const order = member.sell({ code: CODE, quantity: 30, price: rupees(BigInt(trading.quote(CODE).lastPrice)) });
    await last;
    await member.cancel((await order).id);
    expect(await shares(member)).toEqual([30, 0]);
  });

  it('leave, over random days and one on which nothing settles, what each day’s difference leaves', async () => {
    // From Monday 24 August 2026; on Wednesday the market trades and nothing settles.
    const { trading, date, nextDay, trade, shares, kept } = await openMarket(Date.UTC(2026, 7, 24, 4));
    const random = seededRandom('netted');
    const upTo = (most: number) => 1 + (Number(BigInt(`0x${Buffer.from(random.bytes(4)).toString('hex')}`)) % most);
    const members = Array.from({ length: 8 }, () => ({
      member: trading.member(),
      settled: 0,
      waits: [] as { on: string; shares: number }[],
    }));
    const made = { buy: 0, sell: 0, delivery: 0, intraday: 0 };
    const act = {
      buy: async (member: Trader) => trade(member, 'buy', upTo(20)),
      sell: async (member: Trader) => {
        const [free, waiting] = await shares(member);
        if (free + waiting === 0) return false;
        return trade(member, 'sell', upTo(free + waiting));
      },
      delivery: async (member: Trader) => {
        await trade(member, 'buy', upTo(20), 'intraday');
        return become(member, 'delivery');
      },
      intraday: (member: Trader) => become(member, 'intraday'),
    };
    const become = async (member: Trader, product: 'delivery' | 'intraday') => {
      const { convertible } = await member.previewChange({ code: CODE, product });
      if (convertible === 0) return false;
      return member.changeProduct({ code: CODE, product, quantity: upTo(convertible) });
    };
    for (const { member } of members) await member.deposit(50_00_000_00n);
    for (let day = 0; day < 6; day += 1) {
      for (const one of members) {
        const { member } = one;
        for (let times = upTo(5); times > 0; times -= 1) {
          const what = (['buy', 'buy', 'sell', 'sell', 'delivery', 'intraday'] as const)[upTo(6) - 1]!;
          if ((await act[what](member)) !== false) made[what] += 1;
        }
        const of = (await member.dayPositions()).find(({ product }) => product === 'delivery');
        const net = (of?.buyQuantity ?? 0) - (of?.sellQuantity ?? 0);
        expect(await kept(member)).toBe(Math.max(0, -net - one.settled));
        const arrived = one.waits.filter(({ on }) => on <= date());
        one.settled += arrived.reduce((sum, wait) => sum + wait.shares, 0);
        one.waits = one.waits.filter((wait) => !arrived.includes(wait));
        if (net > 0) one.waits.push({ on: settlementDate(date()), shares: net });
        let gone = Math.max(0, -net);
        const ofSettled = Math.min(gone, one.settled);
        one.settled -= ofSettled;
        gone -= ofSettled;
        for (const wait of one.waits) {
          const taken = Math.min(gone, wait.shares);
          wait.shares -= taken;
          gone -= taken;
        }
      }
      await nextDay();
      for (const { member, settled, waits } of members)
        expect(await shares(member)).toEqual([settled, waits.reduce((sum, wait) => sum + wait.shares, 0)]);
      await provesTheTrading(database.app);
    }
    for (const count of Object.values(made)) expect(count).toBeGreaterThan(5);
    await provesTheBooks(database.app);
  });
});
