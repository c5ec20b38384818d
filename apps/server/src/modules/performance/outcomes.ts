import { addShares, adjust, bookName, convert, demerge, takePart, withoutPairs, type Lot } from './lots.ts';
import type { OrderGroup, Trade, TradeEvent, TradePhase } from './holding-events.ts';

/*
 * Results of trades, first in first out, those within a day apart. A result belongs to the order that opened
 * the shares: with its charges and those of the order that closed them. What is still held counts at the last
 * close.
 */

/** Shares that one order opened, closed or still open. */
export type Outcome = {
  readonly code: string;
  readonly group: OrderGroup;
  readonly phase: TradePhase | undefined;
  readonly openedBy: string;
  readonly openedDay: number;
  readonly openedAt: number;
  /** Undefined while they are held. */
  readonly closedBy: string | undefined;
  readonly closedDay: number | undefined;
  readonly closedAt: number | undefined;
  /** What was paid, or of a short sale received, for these shares; less what a corporate action took off. */
  readonly costPaise: bigint;
  readonly grossPaise: bigint;
  readonly chargesPaise: bigint;
};

/**
 * What became of all shares, by events in their order, with what is held at these prices. `before` sees each trade with
 * the lots that it finds.
 */
export function collectOutcomes(
  events: readonly TradeEvent[],
  priceOf: (code: string) => bigint,
  before?: (trade: Trade, lots: readonly Lot[]) => void,
): readonly Outcome[] {
  const books = new Map<string, Lot[]>();
  let outcomes: Outcome[] = [];
  for (const event of withoutPairs(events)) {
    if (event.kind === 'trade') before?.(event, books.get(bookName(event)) ?? []);
    if (event.kind === 'mark') {
      outcomes = [];
      for (const lots of books.values())
        for (const lot of lots) {
          lot.costPaise = event.priceOf(lot.of.code) * BigInt(Math.abs(lot.quantity));
          lot.chargesPaise = 0n;
        }
    } else if (event.kind === 'demerged') demerge(books, event);
    else if (event.kind === 'converted') convert(books, event);
    else if (event.kind === 'added') addShares(books.get(event.code) ?? [], event.quantity);
    else if (event.kind === 'adjusted') adjust(books, event);
    else outcomes.push(...trade(books, event));
  }
  for (const lots of books.values())
    for (const lot of lots) {
      const worth = priceOf(lot.of.code) * BigInt(Math.abs(lot.quantity));
      outcomes.push(makeOutcome(lot, lot, { closing: undefined, worth, charges: 0n, isShort: lot.quantity < 0 }));
    }
  return outcomes;
}

function trade(books: Map<string, Lot[]>, event: Trade): readonly Outcome[] {
  const key = bookName(event);
  const lots = books.get(key) ?? [];
  books.set(key, lots);
  const isBuy = event.side === 'buy';
  const made: Outcome[] = [];
  let left = event.quantity;
  let value = event.valuePaise;
  let charges = event.chargesPaise;
  for (let lot = lots[0]; left > 0 && lot && lot.quantity < 0 === isBuy; lot = lots[0]) {
    const held = Math.abs(lot.quantity);
    const taken = Math.min(held, left);
    const part = {
      costPaise: takePart(lot.costPaise, taken, held),
      chargesPaise: takePart(lot.chargesPaise, taken, held),
    };
    const worth = takePart(value, taken, left);
    const paid = takePart(charges, taken, left);
    made.push(makeOutcome(lot, part, { closing: event, worth, charges: paid, isShort: isBuy }));
    lot.quantity += isBuy ? taken : -taken;
    lot.costPaise -= part.costPaise;
    lot.chargesPaise -= part.chargesPaise;
    left -= taken;
    value -= worth;
    charges -= paid;
    if (lot.quantity === 0) lots.shift();
  }
  const { product } = event;
  if (left > 0)
    lots.push({ of: event, product, quantity: isBuy ? left : -left, costPaise: value, chargesPaise: charges });
  return made;
}

function makeOutcome(
  { of: opening, product }: Pick<Lot, 'of' | 'product'>,
  part: { readonly costPaise: bigint; readonly chargesPaise: bigint },
  end: { closing: Trade | undefined; worth: bigint; charges: bigint; isShort: boolean },
): Outcome {
  return {
    code: opening.code,
    group: product === 'intraday' || opening.isWithinDay ? 'intraday' : opening.type,
    phase: opening.phase,
    openedBy: opening.order,
    openedDay: opening.day,
    openedAt: opening.at,
    closedBy: end.closing?.order,
    closedDay: end.closing?.day,
    closedAt: end.closing?.at,
    costPaise: part.costPaise,
    grossPaise: end.isShort ? part.costPaise - end.worth : end.worth - part.costPaise,
    chargesPaise: part.chargesPaise + end.charges,
  };
}

export const netProfit = ({ grossPaise, chargesPaise }: Outcome): bigint => grossPaise - chargesPaise;
