import type { Deps } from '#src/kernel/deps.ts';
import type { Portfolio, PortfolioTotals } from '#src/ports/portfolio.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import { textsFor } from '@khara/texts';
import { rupees } from '@khara/money';
import { profitToday } from '../present-order.ts';
import { saleMoneyKept } from './funds.ts';
import { averagePrice, unrealised, type Position } from './position.ts';
import { tradeId } from '../settlement/postings.ts';
import * as store from '../store.ts';

/** What modules to the left of this one may ask about a member's shares. */
export const createPortfolio = (deps: Pick<Deps, 'db' | 'market'>): Portfolio => ({
  heldIn: async (userId, code) => {
    const asset = deps.market.instrument(code)?.asset;
    const position = asset && (await store.findPosition(deps.db, userId, { asset, product: 'delivery' }));
    if (!position) return undefined;
    const marketValuePaise = marketValue(deps, position);
    return {
      positionId: String(position.id),
      quantity: position.quantity,
      buyingPaise: averagePrice(position.costPaise, position.quantity) ?? 0n,
      marketValuePaise,
      costPaise: position.costPaise,
      profitPaise: marketValuePaise - position.costPaise,
    };
  },
  totals: (userId) => totalsOf(deps, userId),
  saleMoneyKept: (userId) => saleMoneyKept(deps.db, userId, deps.market.now().marketDate),
  remarks: async (userId, language, entries) => {
    const refs = entries.filter(({ kind }) => isFill(kind)).map(({ ref }) => tradeOf(ref));
    const fills = refs.length === 0 ? [] : await store.fillsOfTrades(deps.db, userId, [...new Set(refs)]);
    const byTrade = new Map(fills.map((fill) => [tradeId(fill.marketDay, fill.tradeNo), fill]));
    const texts = textsFor(language).bill.remarks;
    return ({ kind, ref, businessType }) => {
      // `<code>-<ex-date>/<user>`: what a company paid, and the tax on it.
      if (kind === 'dividend') {
        const text = businessType === 'charges' ? texts.taxOnDividend : texts.dividend;
        return formatMessage(text, { code: ref.split('-', 1)[0] ?? '' }, language);
      }
      const trade = isFill(kind) ? byTrade.get(tradeOf(ref)) : undefined;
      if (!trade) return undefined;
      const bought = trade.side === 'buy';
      const charges = bought ? texts.chargesOfBuy : texts.chargesOfSell;
      const text = businessType === 'charges' ? charges : bought ? texts.bought : texts.sold;
      return formatMessage(
        text,
        { quantity: trade.quantity, code: trade.code, price: rupees(trade.pricePaise) },
        language,
      );
    };
  },
});

const FILLS: ReadonlySet<string> = new Set(['buy_fill', 'sell_fill', 'margin_settle', 'margin_charge']);
const isFill = (kind: string): boolean => FILLS.has(kind);
/** The trade that a ref names: of an intraday fill it goes on with the order. */
const tradeOf = (ref: string): string => ref.split('-', 2).join('-');

const marketValue = (deps: Pick<Deps, 'market'>, { code, quantity }: Position): bigint =>
  BigInt(Math.abs(quantity)) * BigInt(deps.market.quote(code)?.lastPaise ?? 0);

/** All positions together; today's profit counts those that were closed today, too. */
export async function totalsOf(
  deps: Pick<Deps, 'db' | 'market'>,
  userId: string,
): Promise<PortfolioTotals & { readonly marketValuePaise: bigint }> {
  const all = await store.positionsOfToday(deps.db, userId, deps.market.now().marketDate);
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
    const profit = unrealised(position, BigInt(deps.market.quote(position.code)?.lastPaise ?? 0));
    totals.marketValuePaise += value;
    // Intraday shares have no owner: the money is still there, and what they have gained or lost comes to it.
    totals.holdingsValuePaise += position.product === 'delivery' ? value : profit;
    totals.profitPaise += profit;
    totals.positions += 1;
  }
  return totals;
}
