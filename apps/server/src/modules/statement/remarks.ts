import { averagePrice, type Fill } from '@khara/broker';
import assert from 'node:assert/strict';
import type { Language } from '@khara/contract';
import { mulDiv, rupees } from '@khara/money';
import { textsFor } from '@khara/texts';
import type { RemarkOf, RemarkedLine } from '#modules/ledger/index.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { Queryable } from '#src/ports/database.ts';
import { codesOfParts } from '#modules/market/index.ts';
import { fillsOfTrades, fillsAtOnce, closedShares } from '#modules/orders/index.ts';
import { holdName, orderOfHold, tradeId, holdOfChange } from '#modules/settlement/index.ts';
import { refOfCloseOut, refOfShort, undeliveredShares, changesById } from '#modules/delivery/index.ts';

/**
 * Remarks of fills, their charges, dividends and what was not delivered ("Bought 5 THEWA at 412.50").
 */
export async function remarksOfOrders(
  db: Queryable,
  userId: string,
  language: Language,
  lines: readonly RemarkedLine[],
): Promise<RemarkOf> {
  const refs = new Set(lines.filter(({ kind, ref }) => isFill(kind) && TRADE.test(ref)).map(({ ref }) => ref));
  const ids = new Set(lines.filter(({ kind }) => isOrder(kind)).map(({ ref }) => orderOfHold(ref)));
  const changeIds = new Set(lines.filter(({ kind }) => isChange(kind)).map(({ ref }) => changeOfRef(ref)));
  const isShort = lines.some(({ kind }) => kind === 'short_sale' || kind === 'close_out');
  const partly = lines.filter(({ kind }) => kind === 'share_part').map(({ ref }) => actionOfRef(ref));
  const [fills, atOnce, changed, undelivered, parts] = await Promise.all([
    refs.size === 0 ? [] : fillsOfTrades(db, userId, [...refs]),
    ids.size === 0 ? [] : fillsAtOnce(db, userId, [...ids]),
    changeIds.size === 0 ? [] : changesById(db, userId, [...changeIds]),
    !isShort ? [] : undeliveredShares(db, userId),
    partly.length === 0 ? undefined : codesOfParts(db, partly),
  ]);
  const closed = await closedShares(
    db,
    fills.filter(({ product }) => product === 'intraday'),
  );
  const shorts = new Map(
    undelivered.flatMap((short) => {
      const of = { ...short, userId, marketDate: short.settlesOn };
      return [[refOfShort(of), short] as const, [refOfCloseOut(of), short] as const];
    }),
  );
  const changes = new Map(changed.map((change) => [holdOfChange(change.id), change]));
  const traded = new Map<string, RemarkedFill>();
  for (const fill of fills) traded.set(tradeId(fill.marketDay, fill.tradeNo), fill);
  for (const [id, some] of Map.groupBy(atOnce, ({ orderId }) => orderId)) traded.set(holdName(id), sumFills(some));
  const texts = textsFor(language).bill.remarks;
  return ({ kind, ref, businessType, amount: gross }) => {
    // `<code>-<ex-date>/<user>`: what a company paid, and the tax on it.
    if (kind === 'dividend') {
      const text = businessType === 'charges' ? texts.taxOnDividend : texts.dividend;
      return formatMessage(text, { code: ref.split('-', 1)[0] ?? '' }, language);
    }
    if (kind === 'share_part')
      return formatMessage(texts.sharePart, { code: parts?.get(actionOfRef(ref)) ?? '' }, language);
    if (kind === 'contract_note') return texts.contractNote;
    const short = kind === 'short_sale' || kind === 'close_out' ? shorts.get(ref) : undefined;
    if (short) {
      const { undelivered, closedOut: kept, code, pricePaise: price } = short;
      const [text, quantity] =
        kind === 'close_out'
          ? [texts.purchaseClosedOut, kept]
          : [short.found ? texts.boughtIn : texts.closedOut, undelivered];
      return formatMessage(text, { quantity, code, price: rupees(price) }, language);
    }
    const change = isChange(kind) ? changes.get(ref) : undefined;
    if (change) {
      const { quantity, code } = change;
      const text = kind === 'to_delivery' ? texts.toDelivery : texts.toIntraday;
      return formatMessage(text, { quantity, code }, language);
    }
    const trade = isFill(kind) ? traded.get(tradeRef(ref)) : isOrder(kind) ? traded.get(ref) : undefined;
    if (!trade) return undefined;
    const bought = trade.side === 'buy';
    if (businessType === 'intraday') {
      // What it gained says at what the shares were opened.
      const quantity = (trade.id !== undefined && closed.get(trade.id)) || trade.quantity;
      const gained = bought ? gross : -gross;
      const average = trade.pricePaise + mulDiv(gained, 1n, BigInt(quantity), 'half_up');
      const text = bought ? texts.closedShort : texts.closedLong;
      const prices = { price: rupees(trade.pricePaise), average: rupees(average) };
      return formatMessage(text, { quantity, code: trade.code, ...prices }, language);
    }
    const charges = bought ? texts.chargesOfBuy : texts.chargesOfSell;
    const text = businessType === 'charges' ? charges : bought ? texts.bought : texts.sold;
    return formatMessage(
      text,
      { quantity: trade.quantity, code: trade.code, price: rupees(trade.pricePaise) },
      language,
    );
  };
}

type RemarkedFill = Pick<Fill, 'side' | 'code' | 'quantity' | 'pricePaise'> & { readonly id?: bigint };

/** All that an order was filled for as it was placed, at the average price. */
function sumFills(fills: readonly Fill[]): RemarkedFill {
  const [first] = fills;
  assert(first, 'a group has a fill');
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  const value = fills.reduce((sum, { valuePaise }) => sum + valuePaise, 0n);
  return { side: first.side, code: first.code, quantity, pricePaise: averagePrice(value, quantity) ?? 0n };
}

const FILLS: ReadonlySet<string> = new Set(['buy_fill', 'sell_fill', 'margin_settle', 'margin_charge']);
const isFill = (kind: string): boolean => FILLS.has(kind);
const isOrder = (kind: string): boolean => kind === 'buy' || kind === 'sell';
const isChange = (kind: string): boolean => kind === 'to_delivery' || kind === 'to_intraday';
const changeOfRef = (ref: string): bigint => BigInt(ref.slice('product-'.length));
/** `<action>/<user>`. */
const actionOfRef = (ref: string): string => ref.split('/', 1)[0] ?? '';
/** Market day and number of a trade; other refs name none. */
const TRADE = /^\d{1,9}-\d{1,18}(-|$)/;
/** The trade that a ref names: of an intraday fill it goes on with the order. */
const tradeRef = (ref: string): string => ref.split('-', 2).join('-');
