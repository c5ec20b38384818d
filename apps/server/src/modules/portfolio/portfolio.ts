import { averagePrice, onDay, type Position, unrealisedResult } from '@khara/broker';
import type { Deps } from '#src/kernel/deps.ts';
import { ofOneDate } from '#modules/market/index.ts';
import type { Portfolio } from '#src/ports/portfolio.ts';
import { breakEven, openCost } from './break-even.ts';
import { profitToday } from '#modules/orders/index.ts';
import { carryLimits } from '#modules/own-limits/index.ts';
import * as store from './store.ts';

/** What modules to the left of this one may ask about a member's shares and limits. */
export const createPortfolio = (deps: Pick<Deps, 'db' | 'market'>): Portfolio => ({
  heldIn: async (userId, code) => {
    const instrument = deps.market.instrument(code);
    if (instrument?.asset === undefined) return undefined;
    const { asset, tick } = instrument;
    const position = await ofOneDate(deps.market, (on) =>
      store.findPosition(deps.db, userId, { asset, product: 'delivery' }, on),
    );
    if (!position) return undefined;
    const marketValuePaise = marketValue(deps, position);
    const { marketDate } = deps.market.now();
    return {
      positionId: String(position.id),
      quantity: position.quantity,
      buyingPaise: averagePrice(position.costPaise, position.quantity) ?? 0n,
      marketValuePaise,
      costPaise: position.costPaise,
      // After the charges of buying, and of today.
      profitPaise: marketValuePaise - position.costPaise - position.buyChargesPaise,
      todayProfitPaise: profitToday(deps, position).profit - onDay(position, marketDate).dayChargesPaise,
      breakEvenPaise: breakEven({
        ...openCost(position),
        marketDate,
        tick,
        product: 'delivery',
        asset,
      }),
    };
  },
  carryLimits,
});

const marketValue = (deps: Pick<Deps, 'market'>, { code, quantity }: Position): bigint =>
  BigInt(Math.abs(quantity)) * BigInt(deps.market.quote(code)?.lastPrice ?? 0);

export type PortfolioTotals = {
  readonly investedPaise: bigint;
  readonly marketValuePaise: bigint;
  /** What the shares add to a member's capital. */
  readonly holdingsValuePaise: bigint;
  /** Market value less cost of what is held. */
  readonly profitPaise: bigint;
  readonly todayProfitPaise: bigint;
  /** What today's profit is measured against. */
  readonly todayBasePaise: bigint;
  readonly positions: number;
};

/** All positions together; today's profit counts those that were closed today, too. */
export async function readTotals(deps: Pick<Deps, 'db' | 'market'>, userId: string): Promise<PortfolioTotals> {
  const all = await ofOneDate(deps.market, (on) => store.positionsOfToday(deps.db, userId, on));
  const totals = {
    investedPaise: 0n,
    marketValuePaise: 0n,
    holdingsValuePaise: 0n,
    profitPaise: 0n,
    todayProfitPaise: 0n,
    todayBasePaise: 0n,
    positions: 0,
  };
  for (const position of all) {
    const today = profitToday(deps, position);
    totals.todayProfitPaise += today.profit;
    totals.todayBasePaise += today.base;
    if (position.state !== 'in_position') continue;
    const value = marketValue(deps, position);
    totals.investedPaise += position.costPaise;
    const profit = unrealisedResult(position, BigInt(deps.market.quote(position.code)?.lastPrice ?? 0));
    totals.marketValuePaise += value;
    // Intraday shares have no owner: the money is still there, and what they have gained or lost comes to it.
    totals.holdingsValuePaise += position.product === 'delivery' ? value : profit;
    totals.profitPaise += profit;
    totals.positions += 1;
  }
  return totals;
}
