import { rupees } from '@khara/money';
import type { Db } from '#src/ports/database.ts';
import { settleBatch } from '#modules/settlement/index.ts';
import type { Trader, Trading } from './trading.ts';

/** Fills an order of a member at these prices, in paise, one after the other: they are not above the day's lowest. */
export type FillAt = (
  member: Trader,
  of: { readonly side: 'buy' | 'sell'; readonly product?: 'delivery' | 'intraday' },
  fills: readonly (readonly [quantity: number, price: number])[],
) => Promise<void>;

let tradeNo = 7_000_000;

/** Fills of a share at prices of a test's choice. The exchange knows nothing of them. */
export const fillsOf =
  (trading: Trading, admin: Db, code: string): FillAt =>
  async (member, { side, product = 'delivery' }, fills) => {
    const quantity = fills.reduce((sum, [shares]) => sum + shares, 0);
    // At the end of the band on its own side it rests.
    const { bandLow, bandHigh } = trading.quote(code);
    const price = rupees(BigInt(side === 'buy' ? bandLow : bandHigh));
    const { id } = await member[side]({ code, quantity, price, product });
    trading.filledByTest.add(Number(id));
    const last = trading.batches.at(-1)!;
    const first = last.events.at(-1)!.eventNo + 1;
    const events = fills.map(([shares, paid], at) => ({
      kind: 'filled' as const,
      eventNo: first + at,
      orderId: Number(id),
      step: last.frontierStep,
      tradeNo: (tradeNo += 1),
      price: paid,
      quantity: shares,
      aggressor: false,
    }));
    const [before] = await admin.query<{ settledEvent: number }>(
      'test.frontier',
      'SELECT settled_event FROM market.frontier WHERE market_day = $1',
      [last.marketDay],
    );
    await settleBatch(trading.deps, { ...last, applied: [], events });
    // The exchange goes on with the numbers that these have taken.
    await admin.query('test.move_back', 'UPDATE market.frontier SET settled_event = $2 WHERE market_day = $1', [
      last.marketDay,
      before!.settledEvent,
    ]);
  };
