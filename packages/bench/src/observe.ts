import { isOpenState, type Order, timeOnDay } from '@khara/broker';
import { CHARGE_ITEMS, type Charges } from '@khara/charges';
import type { Side } from '@khara/exchange';
import { assert, type Trade, type TradingDay } from '@khara/market-day';
import { asPrice } from '@khara/money';
import type { Account, Happened, MetFill } from './account.ts';
import type { BookSide, Clock, Observation, Own, OwnFill, OwnOrder, ShareQuote } from './types.ts';

/* What an agent sees of the market day as it stands. Nothing here asks the day for what comes later. */

/** What an agent looks at. */
export type Sight = {
  readonly day: TradingDay;
  readonly codes: readonly string[];
  readonly depth: number | 'orders';
  readonly marginBps: (code: string) => number;
};

/** What is seen of the market by all agents. */
export type MarketSight = Pick<Observation, 'clock' | 'quote' | 'book'>;

export function observeMarket(sight: Sight): MarketSight {
  const { day, codes } = sight;
  const quote: Record<string, ShareQuote> = {};
  const book: Record<string, Observation['book'][string]> = {};
  for (const code of codes) {
    const share = day.shareNumber(code)!;
    quote[code] = observeQuote(sight, share, code);
    book[code] = observeBook(sight, share);
  }
  return { clock: observeClock(day), quote, book };
}

function observeClock(day: TradingDay): Clock {
  const { inputs, step } = day;
  return {
    day: inputs.marketDay,
    marketDate: inputs.marketDate,
    time: timeOnDay(day, step),
    step,
    phase: day.phaseFor(true),
    phaseOfOthers: day.phaseFor(false),
  };
}

function observeQuote({ day, marginBps }: Sight, share: number, code: string): ShareQuote {
  const { tick, previousClose, lotSize } = day.spec.instruments[share]!;
  const { lower, upper } = day.market.band(share);
  const auction = day.auctionState(share);
  return {
    last: day.tape.lastPrice(share),
    previousClose,
    lower,
    upper,
    tick,
    lotSize,
    marginBps: marginBps(code),
    phase: day.phaseOfShare(share),
    ...(auction && {
      auction: {
        ...(auction.indicativePrice !== undefined && { price: auction.indicativePrice }),
        ...(auction.indicativeQuantity !== undefined && { quantity: auction.indicativeQuantity }),
      },
    }),
  };
}

function observeBook({ day, depth }: Sight, share: number): Observation['book'][string] {
  if (depth === 'orders') return { bids: readOrders(day, share, 'buy'), asks: readOrders(day, share, 'sell') };
  const side = (which: Side): BookSide => {
    const levels: (readonly [number, number])[] = [];
    day.market.eachLevel(share, which, depth, (price, quantity) => levels.push([price, quantity]));
    return levels;
  };
  return { bids: side('buy'), asks: side('sell') };
}

function readOrders({ market }: TradingDay, share: number, side: Side): BookSide {
  const orders: (readonly [number, number])[] = [];
  market.eachOrder(share, side, (price, quantity) => orders.push([price, quantity]));
  return orders;
}

/** What an agent sees of its own; `happened` is of its orders since the last observation. */
export function observeOwn({ day }: Pick<Sight, 'day'>, account: Account, happened: Happened): Own {
  const holdings: Record<string, Own['holdings'][string]> = {};
  const positions: Record<string, Own['positions'][string]> = {};
  for (const { asset, code, product, quantity, costPaise } of account.positions)
    if (product === 'delivery') {
      const { free, unsettled } = account.shares(asset);
      const selling = quantity - free - unsettled;
      const waits = account.openIn(asset).reduce((sum, { frozenUnsettled }) => sum + frozenUnsettled, unsettled);
      holdings[code] = { quantity, unsettled: waits, selling };
    } else positions[code] = { quantity, cost: amount(costPaise), margin: amount(account.heldBehind(asset)) };
  const usable = account.available - account.kept(day.inputs.marketDate);
  return {
    cash: amount(account.cash),
    usable: Math.max(0, amount(usable)),
    netValue: amount(netValue(day, account)),
    holdings,
    positions,
    orders: [...happened.ended, ...account.openOrders].map((order) => observeOrder(day, order)),
    fills: happened.fills.map((fill) => observeFill(fill)),
  };
}

/** Money and shares at the last price, in paise. */
export const netValue = (day: TradingDay, account: Account): bigint =>
  account.cash + account.mark((code) => day.tape.lastPrice(day.shareNumber(code)!));

function observeOrder({ market }: TradingDay, order: Order): OwnOrder {
  const { id, code, side, type, product, validity, quantity, filled, pricePaise, triggerPaise, state, reason } = order;
  const ahead = isOpenState(state) ? market.queueAhead(Number(id)) : undefined;
  return {
    id: Number(id),
    code,
    side,
    type,
    product,
    validity,
    quantity,
    filled,
    price: asPrice(pricePaise),
    ...(triggerPaise !== undefined && { triggerPrice: asPrice(triggerPaise) }),
    state,
    ...(reason !== undefined && { reason }),
    ...(ahead !== undefined && { ahead }),
    ...(order.bySystem && { bySystem: true as const }),
  };
}

const observeFill = ({
  orderId,
  code,
  side,
  product,
  quantity,
  pricePaise,
  charges,
  aggressor,
  touch,
  ahead,
  phase,
  marketDay,
  step,
  marketTime,
}: MetFill): OwnFill => ({
  orderId: Number(orderId),
  code,
  side,
  product,
  quantity,
  price: asPrice(pricePaise),
  charges: observeCharges(charges),
  isTaker: aggressor && phase === 'continuous',
  ...(touch && { touch }),
  ...(ahead !== undefined && { ahead }),
  phase,
  day: marketDay,
  step,
  time: marketTime.slice(11, 19),
});

function observeCharges(charges: Charges): OwnFill['charges'] {
  const seen: Record<string, number> = { total: amount(charges.total) };
  for (const item of CHARGE_ITEMS) seen[item] = amount(charges[item]);
  return seen as OwnFill['charges']; // a boundary: each item, and their total
}

/** Trades of the shares that are seen, by code. */
export function observeTape(day: TradingDay, codes: readonly string[], trades: readonly Trade[]): Observation['tape'] {
  const tape: Record<string, (readonly [number, number, number])[]> = Object.fromEntries(
    codes.map((code) => [code, []]),
  );
  for (const { share, step, price, quantity } of trades)
    tape[day.spec.instruments[share]!.code]?.push([step, price, quantity]);
  return tape;
}

/** An amount as JSON has it, which may be below zero; exact to ninety trillion rupees. */
export function amount(value: bigint): number {
  const found = Number(value);
  assert(Number.isSafeInteger(found), `${value} is no amount of JSON`);
  return found;
}
