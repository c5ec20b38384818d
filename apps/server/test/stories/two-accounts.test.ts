import { rupees } from '@khara/money';
import { afterEach, describe, expect, it } from 'vitest';
import { CODES, userOwner } from '#modules/ledger/index.ts';
import { squareOffRest } from '#modules/day/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading, unlimitPositions } from '#test/trading.ts';

/** In a fixed band of 20 %, thin, and with the least margin that there is. */
const CODE = 'HARIDRA';
const SHARES = 100_000;

/** All rupees of an account, in whatever state. */
const moneyOf = async ({ deps }: Trading, { userId }: Trader): Promise<bigint> => {
  const [row] = await deps.db.query<{ paise: bigint }>(
    'test.money',
    `SELECT coalesce(sum(balance), 0)::bigint AS paise FROM ledger.account WHERE owner = $1 AND asset = 'INR'`,
    [userOwner(userId)],
  );
  return row!.paise;
};
const absorbedOf = async ({ deps }: Trading): Promise<bigint> => {
  const [row] = await deps.db.query<{ paise: bigint }>(
    'test.absorbed',
    `SELECT coalesce(-sum(p.amount), 0)::bigint AS paise FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
     WHERE p.code = $1`,
    [CODES.lossesAbsorbed],
  );
  return row!.paise;
};

/** One order as far as its account, the band and limit price protection let it go; whether it was taken. */
const tried = async (
  member: Trader,
  side: 'buy' | 'sell',
  quantity: number,
  price: bigint,
  product: 'intraday' | 'delivery' = 'intraday',
): Promise<boolean> => {
  const order = { code: CODE, quantity, price: rupees(price), product } as const;
  const answer = side === 'buy' ? await member.tryBuy(order) : await member.trySell(order);
  return answer.refused === undefined;
};

const positionOf = async (member: Trader) =>
  (await member.positions()).find(({ code }) => code === CODE)?.quantity ?? 0;

describe('two accounts of one person', () => {
  const database = useTestDatabase({ per: 'test' });
  let trading: Trading;
  afterEach(() => trading.cancelAll());

  /** As if nothing limited the size of a position: the margin alone has to hold. */
  const openUnlimited = async () => {
    trading = await openTrading(database.app, { codes: [CODE], daySeconds: '300' });
    unlimitPositions(trading);
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
    await nextMinute();
  };
  const nextMinute = async () => {
    const { minute } = trading.venue.day;
    await trading.stepUntil(() => trading.venue.day.minute > minute);
  };
  /** Drives the price to a limit of the band, minute by minute, with all that an account has. */
  const drive = async (
    member: Trader,
    side: 'buy' | 'sell',
    quantity: () => Promise<number>,
    product?: 'intraday' | 'delivery',
  ) => {
    for (let minutes = 0; minutes < 40; minutes += 1) {
      const { bandHigh, bandLow } = trading.quote(CODE);
      const range = trading.deps.market.protectedRange(CODE);
      const limit = side === 'buy' ? bandHigh : bandLow;
      const most = !range ? limit : side === 'buy' ? Math.min(limit, range.upper) : Math.max(limit, range.lower);
      for (let wanted = await quantity(); wanted >= 1; wanted = Math.floor(wanted / 2))
        if (await tried(member, side, wanted, BigInt(most), product)) break;
      if (trading.quote(CODE).lastPrice === limit) return;
      await nextMinute();
      for (const { id } of await member.orders({ state: 'open' })) await member.tryCancel(id);
    }
  };

  it('mint no money by a loss beyond the margin: what one loses is what the other gains, and makers gain the rest', async () => {
    await openUnlimited();
    const [loser, winner] = [trading.member(), trading.member()];
    const stake = 13_00_00_000_00n;
    await loser.deposit(stake);
    await winner.deposit(stake);
    const { bandHigh, bandLow } = trading.quote(CODE);
    for (const _ of [1, 2]) await tried(winner, 'sell', SHARES, BigInt(bandHigh));
    // The loser takes all offers up to the limit of the band, and there those of the winner.
    await drive(loser, 'buy', () => Promise.resolve(SHARES));
    await tried(loser, 'buy', SHARES, BigInt(bandHigh));
    expect(trading.quote(CODE).lastPrice).toBe(bandHigh);
    for (const { id } of await loser.orders({ state: 'open' })) await loser.tryCancel(id);
    // It sells all of it to bids of the winner at the other limit.
    for (const _ of [1, 2]) await tried(winner, 'buy', SHARES, BigInt(bandLow));
    await drive(loser, 'sell', async () => Math.max(0, await positionOf(loser)));
    // What it could not sell is squared off at the end of the day, or on the next.
    for (let days = 0; days < 2; days += 1) {
      await trading.stepUntil(() => trading.venue.day.isOver);
      await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
      await nextMinute();
    }
    expect(await absorbedOf(trading)).toBe(0n);
    const both = (await moneyOf(trading, loser)) + (await moneyOf(trading, winner));
    expect(both).toBeLessThan(2n * stake);
    for (const member of [loser, winner]) expect(await positionOf(member)).toBe(0);
    await provesTheTrading(database.app);
  });

  it('mint no money by a short that the market cannot give back in a day: the next one takes no more than is held', async () => {
    await openUnlimited();
    const [loser, winner] = [trading.member(), trading.member()];
    await loser.deposit(100_00_00_000_00n);
    await winner.deposit(1000_00_00_000_00n);
    // The loser sells to the winner, for delivery, far more than the market trades in a day.
    for (let size = SHARES; size >= 1;) {
      const price = BigInt(trading.quote(CODE).lastPrice) + 100n;
      if (!(await tried(loser, 'sell', size, price))) size = Math.floor(size / 2);
      else await tried(winner, 'buy', size, price, 'delivery');
    }
    for (const { id } of await loser.orders({ state: 'open' })) await loser.tryCancel(id);
    // The winner drives the price up. There the order of the system that closes the loser's position holds it.
    await drive(winner, 'buy', () => Promise.resolve(SHARES / 2), 'delivery');
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.venue.day.isOver);
    expect(await positionOf(loser)).toBeGreaterThan(SHARES);
    // Its own order would need no money.
    expect(await tried(loser, 'buy', SHARES, BigInt(trading.quote(CODE).lastPrice))).toBe(false);
    const isNext = () => trading.deps.market.now().marketDate > marketDate;
    await trading.stepUntil(() => isNext() && trading.deps.market.phase(CODE) === 'preopen_entry_1');
    const { bandHigh } = trading.quote(CODE);
    expect(await tried(loser, 'buy', SHARES, BigInt(bandHigh))).toBe(false);
    await squareOffRest(trading.deps);
    for (let size = SHARES; size >= 1;)
      if (!(await tried(winner, 'sell', size, BigInt(bandHigh), 'delivery'))) size = Math.floor(size / 2);
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
    await nextMinute();
    expect(await absorbedOf(trading)).toBe(0n);
    await provesTheTrading(database.app);
  });
});
