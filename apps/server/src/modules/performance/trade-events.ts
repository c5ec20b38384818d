import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import * as ledger from '#modules/ledger/index.ts';
import type { RecordDay } from './day-values.ts';
import { finalCharges } from './final-charges.ts';
import type { Converted, Trade, TradeEvent } from './holding-events.ts';
import * as store from './store.ts';

type Period = { readonly all: readonly RecordDay[]; readonly before: RecordDay | undefined; readonly today: string };

/**
 * Everything that changed what shares were held until a market date, in its order, and what a share is worth
 * at the end.
 */
export async function tradeEvents(
  { market }: Pick<Deps, 'market'>,
  db: Queryable,
  userId: string,
  { all, before, today }: Period,
) {
  const owner = ledger.userOwner(userId);
  const [estimated, changed, notes, added, allotments, offers, closedOut, demergers, adjusted] = await Promise.all([
    store.listFills(db, userId),
    store.productChanges(db, userId),
    store.noteCharges(db, userId),
    store.addedShares(db, userId, today),
    ledger.allotted(db, owner),
    store.offerTrades(db, userId),
    store.closedOut(db, userId),
    store.demergers(db, userId),
    store.adjustedPositions(db, userId),
  ]);
  const costs = finalCharges(
    [
      ...estimated.map((fill) => ({ ...fill, isPaidFromSale: fill.product === 'delivery' && fill.side === 'sell' })),
      ...changed.map((change) => ({ ...change, isPaidFromSale: false })),
    ],
    notes,
  );
  const fills = estimated.map((fill, at) => ({ ...fill, chargesPaise: costs[at]! }));
  const changes = changed.map((change, at) => ({ ...change, chargesPaise: costs[estimated.length + at]! }));
  const marketDayOn = (marketDate: string): number =>
    (all.find((day) => day.marketDate >= marketDate) ?? all.at(-1)!).marketDay;
  const withoutFill = (of: store.TradeWithoutFill): TradeEvent => ({
    kind: 'trade',
    order: of.ref,
    code: of.code,
    side: of.side,
    type: 'issue',
    product: 'delivery',
    phase: undefined,
    quantity: Number(of.shares),
    valuePaise: of.paise,
    chargesPaise: 0n,
    day: marketDayOn(of.onDate),
    at: of.at,
  });
  const codeOf = new Map(market.instruments().map(({ asset, code }) => [asset, code]));
  const events: TradeEvent[] = [
    ...added.map(({ code, added: quantity, onDate: on_date }): TradeEvent => ({
      kind: 'added',
      code,
      quantity: Number(quantity),
      day: marketDayOn(on_date),
    })),
    ...adjusted.map(({ code, added: quantity, paise, onDate: on_date }): TradeEvent => ({
      kind: 'adjusted',
      code,
      quantity,
      paise,
      day: marketDayOn(on_date),
    })),
    ...demergers.map(({ code, into, a, b, costBps, onDate: on_date }): TradeEvent => ({
      kind: 'demerged',
      code,
      into,
      terms: { a, b, costBps },
      day: marketDayOn(on_date),
    })),
    ...allotments.map(({ asset, ref, creditedOn, paidOn, shares, costPaise, chargesPaise, at }): TradeEvent => ({
      kind: 'trade',
      order: ref,
      code: codeOf.get(asset) ?? asset,
      side: 'buy',
      type: 'issue',
      product: 'delivery',
      phase: undefined,
      quantity: Number(shares),
      valuePaise: costPaise,
      // With the payment, which can be before a period in which the shares come.
      chargesPaise: before && paidOn <= before.marketDate ? 0n : chargesPaise,
      day: marketDayOn(creditedOn ?? paidOn),
      at: at,
    })),
    ...offers.map(withoutFill),
    ...withChanges(fills, changes),
    // When the day is over.
    ...closedOut.map(withoutFill),
  ];
  // An action comes before anything trades on its day; fills of a day stay as they happened.
  events.sort((a, b) => eventDay(a) - eventDay(b) || isTrade(a) - isTrade(b));
  const codes = [...new Set(events.flatMap(eventCodes))];
  const priceAt = async (marketDate: string) => {
    const closes = new Map(
      (await store.closesUpTo(db, codes, marketDate)).map(({ code, paise }) => [code, paise] as const),
    );
    return (code: string): bigint => closes.get(code) ?? issuePrice(events, code);
  };
  if (before) {
    const at = events.findIndex((event) => eventDay(event) > before.marketDay);
    const priceOf = await priceAt(before.marketDate);
    events.splice(at === -1 ? events.length : at, 0, { kind: 'mark', priceOf });
  }
  const last = all.at(-1)!;
  const closed = await priceAt(last.marketDate);
  const priceNow = (code: string): bigint => {
    const price = last.isNow ? market.quote(code)?.lastPrice : undefined;
    return price === undefined ? closed(code) : BigInt(price);
  };
  return { events, priceNow };
}

const isTrade = ({ kind }: TradeEvent): number =>
  Number(kind !== 'added' && kind !== 'adjusted' && kind !== 'demerged');

const eventCodes = (event: TradeEvent): readonly string[] => {
  if (event.kind === 'mark') return [];
  return event.kind === 'demerged' ? [event.code, event.into] : [event.code];
};

const eventDay = (event: TradeEvent): number => (event.kind === 'mark' ? 0 : event.day);

/** Of a share that was never traded. */
function issuePrice(events: readonly TradeEvent[], code: string): bigint {
  const issue = events.find((event) => event.kind === 'trade' && event.code === code && event.type === 'issue');
  return issue?.kind === 'trade' ? issue.valuePaise / BigInt(issue.quantity) : 0n;
}

/** Fills in their order; a change of product comes after those that it found. */
function withChanges(
  fills: readonly store.ChargedFill[],
  changes: readonly store.ChargedChange[],
): readonly (Trade | Converted)[] {
  const events: (Trade | Converted)[] = [];
  let next = 0;
  const changeUntil = (isDue: (change: store.ChargedChange) => boolean): void => {
    for (let change = changes[next]; change && isDue(change); change = changes[next]) {
      events.push(toConverted(change));
      next += 1;
    }
  };
  for (const fill of fills) {
    changeUntil((change) => change.beforeFill < fill.id);
    events.push(toTrade(fill));
  }
  changeUntil(() => true);
  return events;
}

const toConverted = (change: store.ChargedChange): Converted => ({
  kind: 'converted',
  code: change.code,
  product: change.product,
  quantity: change.quantity,
  valuePaise: change.valuePaise,
  chargesPaise: change.chargesPaise,
  day: change.marketDay,
});

const TYPE_OF = { market: 'market', limit: 'limit', sl: 'stop', sl_m: 'stop' } as const;

const toTrade = (fill: store.ChargedFill): Trade => ({
  kind: 'trade',
  order: String(fill.orderId),
  code: fill.code,
  side: fill.side,
  type: TYPE_OF[fill.type],
  product: fill.product,
  phase: fill.phase,
  quantity: fill.quantity,
  valuePaise: fill.valuePaise,
  chargesPaise: fill.chargesPaise,
  day: fill.marketDay,
  at: fill.at,
  isTradeForTrade: fill.isTradeForTrade,
});
