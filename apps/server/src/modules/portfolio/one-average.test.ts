import { mulDiv, paise, rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { seededRandom } from '#test/deps.ts';
import { fillsOf, type FillAt } from '#test/own-fills.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { listLotSales } from './lot-store.ts';

const CODE = 'AAMRAI';

/*
 * A holding has one average, first in first out without what was bought and sold within a day, wherever it is shown.
 * Fills come at prices of the test's choice; the exchange knows nothing of them.
 */

let trading: Trading;

let fillAt: FillAt;

const nextDay = async (): Promise<void> => {
  const { marketDate } = trading.deps.market.now();
  await trading.stepUntil(
    () => trading.deps.market.now().marketDate > marketDate && trading.deps.market.phase(CODE) === 'continuous',
  );
};

const profitOf = async (member: Trader): Promise<bigint> =>
  [...(await member.positions()), ...(await member.closed())].reduce(
    (sum, position) => sum + paise(position.profitAmount)!,
    0n,
  );
const chargesOf = async (member: Trader): Promise<bigint> => {
  const [row] = await trading.deps.db.query<{ paise: bigint }>(
    'test.note_charges',
    `SELECT coalesce(sum(l.same_day_charges_paise + l.delivered_charges_paise), 0)::bigint AS paise
     FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number WHERE n.user_id = $1`,
    [member.userId],
  );
  return row!.paise;
};

describe('the average of a holding', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    trading = await openTrading(database.app, {
      codes: [CODE],
      changed: (issuer) => (issuer.code === CODE ? { ...issuer, referencePricePaise: 2_000_00 } : issuer),
    });
    fillAt = fillsOf(trading, database.admin, CODE);
  });

  it('stays what it was when shares are sold and bought back on one day, and the pair is a result of that day', async () => {
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    await fillAt(member, { side: 'buy' }, [[50, 1_282_60]]);
    const [began] = await member.positions();
    await nextDay();
    const buying = await chargesOf(member);

    await fillAt(member, { side: 'sell' }, [[50, 1_280_00]]);
    expect(await member.positions()).toEqual([]);
    await fillAt(member, { side: 'buy' }, [[50, 1_281_60]]);
    expect(await member.positions()).toMatchObject([{ id: began!.id, quantity: 50, buyingPrice: '1282.60' }]);
    await nextDay();
    const within = (await chargesOf(member)) - buying;

    expect(await member.positions()).toMatchObject([
      {
        quantity: 50,
        buyingPrice: '1282.60',
        cost: '64130.00',
        profitAmount: rupees(-80_00n - within),
        fee: rupees(buying + within),
      },
    ]);
    expect(await member.closed()).toEqual([]);
    await provesTheTrading(database.app);
  });

  it('of intraday trades is not changed, and what the contract note gives back is in the closed position', async () => {
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    await fillAt(member, { side: 'buy' }, [[10, 1_200_00]]);
    await fillAt(member, { side: 'buy', product: 'intraday' }, [[20, 1_300_00]]);
    await fillAt(member, { side: 'sell', product: 'intraday' }, [[20, 1_310_00]]);
    await nextDay();
    expect(await member.positions()).toMatchObject([{ quantity: 10, buyingPrice: '1200.00' }]);
    const charges = await chargesOf(member);
    const [held] = await member.positions();
    const [closed] = await member.closed();
    expect(paise(held!.fee)! + paise(closed!.fee)!).toBe(charges);
    expect(paise(closed!.profitAmount)).toBe(20n * 10_00n - paise(closed!.fee)!);
    await provesTheTrading(database.app);
  });

  it('and what is realised are, for random fills over days, the same in positions, notes, lots and by hand', async () => {
    const random = seededRandom('one average');
    const upTo = (most: number) => 1 + (Number(BigInt(`0x${Buffer.from(random.bytes(4)).toString('hex')}`)) % most);
    const members = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const member = trading.member();
        await member.deposit(50_00_000_00n);
        return { member, lots: [] as { shares: number; paise: bigint }[], gross: 0n };
      }),
    );
    for (let day = 0; day < 4; day += 1) {
      for (const one of members) {
        const { member } = one;
        const sides = { buy: { shares: 0, paise: 0n }, sell: { shares: 0, paise: 0n } };
        for (let order = upTo(4); order > 0; order -= 1) {
          const held = (await member.positions())[0]?.quantity ?? 0;
          const side = held > 0 && upTo(2) === 1 ? 'sell' : 'buy';
          const shares = side === 'sell' ? upTo(held) : upTo(40);
          const price = 1_000_00 + 5 * upTo(4_000);
          await fillAt(member, { side }, [[shares, price]]);
          sides[side].shares += shares;
          sides[side].paise += BigInt(shares) * BigInt(price);
        }
        byHand(one, sides);
        await agrees(one);
      }
      await nextDay();
      for (const one of members) {
        await agrees(one);
        const lots = await database.app.query<{ cost: bigint }>(
          'test.lots',
          'SELECT coalesce(sum(cost_paise), 0)::bigint AS cost FROM trading.lot WHERE user_id = $1',
          [one.member.userId],
        );
        expect(lots[0]!.cost).toBe(one.lots.reduce((sum, lot) => sum + lot.paise, 0n));
      }
    }
    for (const { member, gross, lots } of members) {
      const [of] = await database.app.query<{ bought: bigint }>(
        'test.bought_charges',
        'SELECT coalesce(sum(charges_paise), 0)::bigint AS bought FROM trading.lot WHERE user_id = $1',
        [member.userId],
      );
      expect(await profitOf(member)).toBe(gross - (await chargesOf(member)) + of!.bought);
      const sales = await listLotSales(database.app, member.userId, '2000-01-01', '2100-01-01');
      const [pairs] = await database.app.query<{ gross: bigint }>(
        'test.pairs',
        `SELECT coalesce(sum(l.same_day_sold_paise - l.same_day_bought_paise), 0)::bigint AS gross
         FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number WHERE n.user_id = $1`,
        [member.userId],
      );
      expect(sales.reduce((sum, sale) => sum + sale.proceedsPaise - sale.costPaise, pairs!.gross)).toBe(gross);
      expect(lots.every(({ shares }) => shares > 0)).toBe(true);
    }
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  type Plain = { readonly member: Trader; lots: { shares: number; paise: bigint }[]; gross: bigint };
  type Sum = { readonly shares: number; readonly paise: bigint };

  /** A day in plain words: the pairs at their averages, then what is left of a side. */
  function byHand(one: Plain, { buy, sell }: { readonly buy: Sum; readonly sell: Sum }): void {
    const over = buy.shares - sell.shares;
    const left = (side: Sum, shares: number) =>
      shares > 0 ? mulDiv(side.paise, BigInt(shares), BigInt(side.shares), 'half_up') : 0n;
    const [comes, goes] = [left(buy, over), left(sell, -over)];
    one.gross += sell.paise - goes - (buy.paise - comes) + goes;
    if (over > 0) one.lots.push({ shares: over, paise: comes });
    for (let gone = -over; gone > 0;) {
      const [first] = one.lots;
      const taken = Math.min(gone, first!.shares);
      const cost = mulDiv(first!.paise, BigInt(taken), BigInt(first!.shares), 'half_up');
      one.gross -= cost;
      gone -= taken;
      if (taken === first!.shares) one.lots.shift();
      else Object.assign(first!, { shares: first!.shares - taken, paise: first!.paise - cost });
    }
  }

  /** What the app says is held, at what it cost. */
  async function agrees({ member, lots }: Plain): Promise<void> {
    const shares = lots.reduce((sum, lot) => sum + lot.shares, 0);
    const cost = lots.reduce((sum, lot) => sum + lot.paise, 0n);
    const held = await member.positions();
    expect(held.map((position) => [position.quantity, position.cost])).toEqual(
      shares === 0 ? [] : [[shares, rupees(cost)]],
    );
  }
});
