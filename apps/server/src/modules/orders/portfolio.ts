import type { Deps } from '#src/deps.ts';
import type { Portfolio, PortfolioTotals } from '#src/ports.ts';
import { fill, textsFor } from '@khara/texts';
import { rupees } from '@khara/money';
import { profitToday } from './answers.ts';
import { averagePrice, unrealised, type Position } from './position.ts';
import { tradeId } from './postings.ts';
import { positionOf } from './rows.ts';
import * as store from './store.ts';

/** What modules to the left of this one may ask about a member's shares. */
export const createPortfolio = (deps: Pick<Deps, 'db' | 'market'>): Portfolio => ({
  heldIn: async (userId, code) => {
    const asset = deps.market.instrument(code)?.asset;
    const row = asset && (await store.findPosition(deps.db, userId, { asset, product: 'delivery' }));
    if (!row) return undefined;
    const position = positionOf(row);
    const marketValuePaise = marketValue(deps, position);
    return {
      positionId: String(row.id),
      quantity: position.quantity,
      buyingPaise: averagePrice(position.costPaise, position.quantity) ?? 0n,
      marketValuePaise,
      costPaise: position.costPaise,
      profitPaise: marketValuePaise - position.costPaise,
    };
  },
  totals: (userId) => totalsOf(deps, userId),
  remarks: async (userId, language, entries) => {
    const refs = entries.filter(({ kind }) => kind in SIDES).map(({ ref }) => ref);
    const fills = refs.length === 0 ? [] : await store.fillsOfTrades(deps.db, userId, refs);
    const byRef = new Map(fills.map((row) => [tradeId(row.market_day, Number(row.trade_no)), row]));
    const texts = textsFor(language).bill.remarks;
    return ({ kind, ref }) => {
      const row = byRef.get(ref);
      if (!row || !(kind in SIDES)) return undefined;
      const params = { quantity: row.quantity, code: row.code, price: rupees(row.price_paise) };
      return fill(row.side === 'buy' ? texts.bought : texts.sold, params);
    };
  },
});

const SIDES = { buy_fill: 'buy', sell_fill: 'sell' };

const marketValue = (deps: Pick<Deps, 'market'>, { code, quantity }: Position): bigint =>
  BigInt(quantity) * BigInt(deps.market.quote(code)?.lastPaise ?? 0);

/** All positions together; today's profit counts those that were closed today, too. */
export async function totalsOf(deps: Pick<Deps, 'db' | 'market'>, userId: string): Promise<PortfolioTotals> {
  const rows = await store.positionsOfToday(deps.db, userId, deps.market.now().marketDate);
  const totals = {
    investedPaise: 0n,
    holdingsValuePaise: 0n,
    profitPaise: 0n,
    todayProfitPaise: 0n,
    todayBasePaise: 0n,
    positions: 0,
  };
  for (const row of rows) {
    const position = positionOf(row);
    const today = profitToday(deps, position);
    totals.todayProfitPaise += today.profit;
    totals.todayBasePaise += today.base;
    if (row.state !== 'in_position') continue;
    const value = marketValue(deps, position);
    totals.investedPaise += position.costPaise;
    totals.holdingsValuePaise += value;
    totals.profitPaise += unrealised(position, BigInt(deps.market.quote(position.code)?.lastPaise ?? 0));
    totals.positions += 1;
  }
  return totals;
}
