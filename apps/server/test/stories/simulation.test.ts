import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

/**
 * SIMULATION_SEED and SIMULATION_DAYS make it another one, or a longer one. What is bought on the first day
 * settles on the second.
 */
const SEED = Number(process.env['SIMULATION_SEED'] ?? 20_261_120);
const DAYS = Number(process.env['SIMULATION_DAYS'] ?? (process.env['TESTS'] === 'all' ? 3 : 2));
const MEMBERS = 12;
const ACTS_A_DAY = 80;

/**
 * Whole numbers below `limit`, the same for the same seed (a linear congruential generator: quality does not
 * matter here).
 */
function dice(seed: number): (limit: number) => number {
  let state = BigInt(seed);
  return (limit) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(limit));
  };
}

describe(`members trading at random (seed ${SEED})`, () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '30', start: Date.UTC(2026, 7, 24, 4) });
  });

  it('leaves books that agree after every day', async () => {
    const roll = dice(SEED);
    const members = Array.from({ length: MEMBERS }, () => trading.member());
    for (const member of members) await member.deposit(BigInt(1 + roll(40)) * 1_00_000_00n + BigInt(roll(100)));
    const codes = [...trading.codes, trading.cheapest];
    const counts = { placed: 0, refused: 0, cancelled: 0 };

    for (let day = 0; day < DAYS; day += 1) {
      const date = trading.deps.market.now().marketDate;
      await trading.stepUntil(() => trading.deps.market.now().session === 'open');
      for (let act = 0; act < ACTS_A_DAY; act += 1) {
        // A few at once: they race for the same money, shares and rows.
        const outcomes = await Promise.all(
          Array.from({ length: 1 + roll(5) }, () =>
            actAtRandom(members[roll(MEMBERS)]!, codes[roll(codes.length)]!, roll),
          ),
        );
        for (const outcome of outcomes) counts[outcome] += 1;
        if (roll(3) === 0) await trading.venue.step();
        if (trading.deps.market.now().session !== 'open') break;
      }
      await trading.stepUntil(() => trading.deps.market.now().marketDate !== date);
      await provesTheBooks(database.app);
      await provesTheTrading(database.app);
    }
    expect(counts.placed).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(5);
    expect(counts.cancelled).toBeGreaterThan(5);
    const kinds = await database.app.query<{ kind: string }>(
      'test.kinds',
      'SELECT DISTINCT kind FROM ledger.entry ORDER BY 1',
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'buy',
      'buy_fill',
      'contract_note',
      'order_hold',
      'order_release',
      'recharge',
      'sell',
      'sell_fill',
      'sell_hold',
      'sell_release',
      'settle',
    ]);
  }, 240_000);

  async function actAtRandom(
    member: Trader,
    code: string,
    roll: (limit: number) => number,
  ): Promise<'placed' | 'refused' | 'cancelled'> {
    const { bandLow, bandHigh, lastPrice } = trading.quote(code);
    const { tick } = trading.deps.market.instrument(code)!;
    const near = lastPrice + (roll(21) - 10) * tick;
    const price = roll(3) === 0 ? undefined : (Math.min(bandHigh, Math.max(bandLow, near)) / 100).toFixed(2);
    const validity = roll(6) === 0 ? 'ioc' : 'day';
    const quantity = 1 + roll(roll(4) === 0 ? 2_000 : 60);
    const selling = roll(5) < 2;
    if (roll(8) === 0) {
      const open = await member.orders({ state: 'open' });
      const order = open[roll(Math.max(1, open.length))];
      if (order) {
        await member.tryCancel(order.id);
        return 'cancelled';
      }
    }
    const order = { code, quantity, validity, ...(price === undefined ? {} : { price }) } as const;
    const answer = selling ? await member.trySell(order) : await member.tryBuy(order);
    if (answer.refused === undefined) return 'placed';
    expect(['insufficient_funds', 'insufficient_holdings']).toContain(answer.refused);
    return 'refused';
  }
});
