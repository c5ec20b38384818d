import type { Language } from '@khara/contract';
import { rupees } from '@khara/money';
import { textsFor } from '@khara/texts';
import type { RemarkOf, RemarkedLine } from '#modules/ledger/index.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { Queryable } from '#src/ports/database.ts';
import { tradeId } from '../settlement/postings.ts';
import * as store from '../store.ts';

/** Remarks of fills, their charges and dividends ("Bought 5 THEWA at 412.50"). */
export async function remarksOfOrders(
  db: Queryable,
  userId: string,
  language: Language,
  lines: readonly RemarkedLine[],
): Promise<RemarkOf> {
  const refs = lines.filter(({ kind }) => isFill(kind)).map(({ ref }) => tradeOf(ref));
  const fills = refs.length === 0 ? [] : await store.fillsOfTrades(db, userId, [...new Set(refs)]);
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
}

const FILLS: ReadonlySet<string> = new Set(['buy_fill', 'sell_fill', 'margin_settle', 'margin_charge']);
const isFill = (kind: string): boolean => FILLS.has(kind);
/** The trade that a ref names: of an intraday fill it goes on with the order. */
const tradeOf = (ref: string): string => ref.split('-', 2).join('-');
