import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { createListings } from '#modules/offerings/index.ts';
import { createSettlementPort } from '#modules/day/index.ts';
import { settleDues } from './settle-dues.ts';

const CODE = 'AAMRAI';

describe('a server that was replaced', () => {
  const database = useTestDatabase();

  it('settles nothing, journals nothing and lists nothing any more', async () => {
    const start = Date.UTC(2026, 7, 24, 4);
    const old = await openTrading(database.app, { daySeconds: '10', start });
    const member = old.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ ...old.atAnyPrice(CODE, 'buy'), quantity: 10 });
    await member.buy({ ...old.atAnyPrice(CODE, 'buy'), quantity: 10, product: 'intraday' });
    const state = () =>
      database.app.query(
        'test.state',
        `SELECT (SELECT max(seq) FROM trading.command) AS commands, (SELECT count(*) FROM trading.square_off) AS square_offs,
           (SELECT sum(settled) FROM trading.settlement_due) AS settled, (SELECT max(id) FROM ledger.entry) AS entries`,
      );
    const { marketDay, marketDate } = old.venue.day.inputs;
    const [writer] = await database.app.query<{ epoch: number }>('test.epoch', 'SELECT epoch FROM market.frontier');
    const successor = await openTrading(database.app, { daySeconds: '10', start });
    const before = await state();

    const by = { marketDay, epoch: writer!.epoch };
    const settlement = createSettlementPort(old.deps);
    const moment = { kind: 'square_off_others', marketDay, marketDate, marketTime: `${marketDate}T15:25:00` } as const;
    const news = { code: CODE, about: 'upgrade', bps: 90, figure: 7 } as const;
    await expect(settlement.beginDay({ marketDay, marketDate: '2026-08-26' }, by)).rejects.toThrow('another server');
    await expect(settlement.scheduledCommands(moment, by)).rejects.toThrow('another server');
    await expect(settlement.scheduledCommands({ ...moment, kind: 'pre_open' }, by)).rejects.toThrow('another server');
    await expect(settlement.scheduledCommands({ ...moment, kind: 'news', news }, by)).rejects.toThrow('another server');
    const payOut = { ...moment, kind: 'pay_out', chance: (_question: string, whole: number) => whole - 1 } as const;
    await expect(settlement.scheduledCommands(payOut, by)).rejects.toThrow('another server');
    await expect(settlement.scheduledCommands({ ...moment, kind: 'day_over' }, by)).rejects.toThrow('another server');
    await expect(createListings(database.app).take(marketDate, by)).rejects.toThrow('another server');
    expect(await state()).toEqual(before);

    // Its successor does all of it.
    const now = { marketDay, epoch: by.epoch + 1 };
    await settlement.scheduledCommands(moment, now);
    await settlement.scheduledCommands({ ...payOut, marketDate: '2026-08-26' }, now);
    const [after] = await state();
    expect(after).not.toEqual(before[0]);
    expect(after).toMatchObject({ squareOffs: 1n, settled: 10n });
    await successor.venue.stop();
  });
});

describe('settlement, at 15:30 of the day after the trade', () => {
  const database = useTestDatabase();
  let trading: Trading;
  /** Tuesday 25 August 2026; on the 26th the market trades and nothing settles. */
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 25, 4) });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string, time = '09:15:00') =>
    trading.stepUntil(() => {
      const { session, marketTime } = trading.deps.market.now();
      return day() === marketDate && marketTime.slice(11, 19) >= time && (session === 'open' || time > '15:00');
    });

  const atAnyPrice = (side: 'buy' | 'sell') => trading.atAnyPrice(CODE, side);

  it('counts what is bought again on the day on which all of it was sold', async () => {
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    for (const [side, quantity] of [
      ['buy', 5],
      ['sell', 5],
      ['buy', 3],
      ['sell', 1],
    ] as const)
      expect(await member[side]({ code: CODE, quantity })).toMatchObject({ state: 'complete' });
    const dues = await database.app.query(
      'test.dues',
      'SELECT bought, sold, settled FROM trading.settlement_due WHERE user_id = $1',
      [member.userId],
    );
    expect(dues).toEqual([{ bought: 8, sold: 6, settled: 0 }]);
    await provesTheTrading(database.app);
  });

  it('waits over a settlement holiday, sells unsettled shares before, and is safe to repeat', async () => {
    const asset = trading.assetOf(CODE);
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    const shares = async () => [
      await member.balance(120, asset),
      await member.balance(121, asset),
      await member.balance(122, asset),
    ];

    expect(day()).toBe('2026-08-25');
    await member.buy({ ...atAnyPrice('buy'), quantity: 10 });
    expect(await shares()).toEqual([0n, 0n, 10n]);
    expect(await member.positions()).toMatchObject([{ quantity: 10, sellableQuantity: 10, settledQuantity: 0 }]);

    await until('2026-08-26');
    expect(await shares()).toEqual([0n, 0n, 10n]); // T+1 of Tuesday is Thursday
    await member.buy({ ...atAnyPrice('buy'), quantity: 5 });
    await member.sell({ ...atAnyPrice('sell'), quantity: 4 }); // of Tuesday's shares: bought today, sold tomorrow
    expect(await shares()).toEqual([0n, 0n, 11n]);

    await until('2026-08-27');
    expect(await shares()).toEqual([0n, 0n, 11n]); // both days' shares are due on Thursday, in the afternoon
    await until('2026-08-27', '15:30:00');
    expect(await shares()).toEqual([11n, 0n, 0n]);
    expect(await member.positions()).toMatchObject([{ quantity: 11, sellableQuantity: 11, settledQuantity: 11 }]);
    await settleDues(trading.deps, { marketDate: '2026-08-27' });
    expect(await shares()).toEqual([11n, 0n, 0n]);

    await until('2026-08-28');
    await member.buy({ ...atAnyPrice('buy'), quantity: 3 });
    await member.sell({ ...atAnyPrice('sell'), quantity: 12 }); // settled shares go first, then one of today's
    expect(await shares()).toEqual([0n, 0n, 2n]);

    await until('2026-08-31'); // Monday: nine of Thursday's eleven were delivered
    expect(await shares()).toEqual([2n, 0n, 0n]);
    await member.sell({ ...atAnyPrice('sell'), quantity: 2 });
    expect(await member.closed()).toMatchObject([{ state: 'historical', sellQuantity: 18 }]);
    await provesTheBooks(database.app);
  });

  it('leaves what a sale has frozen for the next day', async () => {
    const asset = trading.assetOf(CODE);
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ ...atAnyPrice('buy'), quantity: 10 });
    const offer = await member.sell({ code: CODE, quantity: 7, price: rupees(BigInt(trading.quote(CODE).bandHigh)) });
    await settleDues(trading.deps, { marketDate: '2026-12-31' });
    expect([await member.balance(120, asset), await member.balance(121, asset)]).toEqual([3n, 7n]);
    await member.cancel(offer.id);
    expect(await member.balance(122, asset)).toBe(7n);
    await settleDues(trading.deps, { marketDate: '2026-12-31' });
    expect([await member.balance(120, asset), await member.balance(122, asset)]).toEqual([10n, 0n]);
  });
});
