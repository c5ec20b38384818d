import { paise } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { fillsOf, type FillAt } from '#test/own-fills.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { saleMoneyKept } from './store.ts';

const CODE = 'AAMRAI';

describe('sale money', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let fillAt: FillAt;
  const day = () => trading.deps.market.now().marketDate;
  const isTrading = () => trading.deps.market.phase(CODE) === 'continuous';
  const nextDay = (): Promise<void> => {
    const today = day();
    return trading.stepUntil(() => day() > today && isTrading());
  };
  beforeAll(async () => {
    trading = await openTrading(database.app, {
      codes: [CODE],
      changed: (issuer) => (issuer.code === CODE ? { ...issuer, referencePricePaise: 2_000_00 } : issuer),
    });
    fillAt = fillsOf(trading, database.admin, CODE);
  });
  const rich = async (): Promise<Trader> => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    return member;
  };
  const kept = async ({ userId }: Trader): Promise<bigint> => (await saleMoneyKept(database.app, userId, day())).paise;

  it('buys at once; that of shares which have not arrived, and a profit of the day, only the next day', async () => {
    const [settled, early, within, losing, intraday] = await Promise.all([rich(), rich(), rich(), rich(), rich()]);
    await fillAt(settled, { side: 'buy' }, [[50, 1_000_00]]);
    await nextDay();
    await fillAt(early, { side: 'buy' }, [[50, 1_000_00]]);
    await nextDay();

    await fillAt(settled, { side: 'sell' }, [[50, 1_436_20]]);
    expect(await kept(settled)).toBe(0n);
    await fillAt(early, { side: 'sell' }, [
      [20, 1_453_70],
      [10, 1_500_00],
    ]);
    expect(await kept(early)).toBe(20n * 1_453_70n + 10n * 1_500_00n);
    // Bought back, nothing is delivered: the sale was within the day.
    await fillAt(early, { side: 'buy' }, [[30, 1_440_00]]);
    expect(await kept(early)).toBe(20n * 1_453_70n + 10n * 1_500_00n - 30n * 1_440_00n);

    await fillAt(within, { side: 'buy' }, [[100, 1_440_00]]);
    expect(await kept(within)).toBe(0n);
    await fillAt(within, { side: 'sell' }, [[100, 1_451_90]]);
    expect(await kept(within)).toBe(100n * 11_90n);
    await fillAt(losing, { side: 'buy' }, [[100, 1_440_00]]);
    await fillAt(losing, { side: 'sell' }, [[100, 1_430_00]]);
    expect(await kept(losing)).toBe(0n);

    await fillAt(intraday, { side: 'buy', product: 'intraday' }, [[100, 1_440_00]]);
    await fillAt(intraday, { side: 'sell', product: 'intraday' }, [[60, 1_450_00]]);
    expect(await kept(intraday)).toBe(60n * 10_00n);
    await fillAt(intraday, { side: 'sell', product: 'intraday' }, [[40, 1_445_00]]);
    expect(await kept(intraday)).toBe(60n * 10_00n + 40n * 5_00n);

    // An order may use all but that, and no rupee more.
    const preview = async () => {
      const { available, usable } = await intraday.preview({ code: CODE, side: 'buy', quantity: 1 });
      return paise(available)! - paise(usable)!;
    };
    expect(await preview()).toBe(800_00n);
    await nextDay();
    expect(await preview()).toBe(0n);
    for (const member of [early, within]) expect(await kept(member)).toBe(0n);
  });
});
