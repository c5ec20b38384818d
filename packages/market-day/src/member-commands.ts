import type { MarketSpec, OpenOrder, OrderKind, SessionMarket } from '@khara/exchange';
import { phaseRules, whyNotInPhase } from '@khara/rules';
import { assert } from './assert.ts';
import type {
  FireCommand,
  JournalledCommand,
  KindOfOrder,
  NewsCommand,
  OfferCommand,
  SuspendCommand,
} from './commands.ts';
import type { BookOnArrival } from './order-events.ts';
import type { TradingPhase } from './phases.ts';

/** A command that is about one order. */
export type OrderCommand = Exclude<JournalledCommand, NewsCommand | OfferCommand | SuspendCommand | FireCommand>;
type PlaceCommand = Extract<JournalledCommand, { kind: 'place' }>;

/** What a command meets: the exchange, and where each share stands. */
export type DayOfCommands = {
  readonly market: SessionMarket;
  readonly spec: MarketSpec;
  phaseOfShare(share: number): TradingPhase;
  shareNumber(code: string): number | undefined;
};

/** The number of a share. Throws for one that is not in the universe: no journalled command may name it. */
export function shareNamed(day: Pick<DayOfCommands, 'shareNumber'>, code: string): number {
  const share = day.shareNumber(code);
  assert(share !== undefined, `a command names ${code}, which is not in the universe`);
  return share;
}

/**
 * Why the phase does not take a command; the name of a refusal. What else is wrong with it is for the exchange to say.
 */
export function whyNotNow(day: DayOfCommands, command: OrderCommand): string | undefined {
  if (command.kind === 'expire') return undefined;
  if (command.kind === 'place') {
    const share = shareNamed(day, command.code);
    if (day.market.suspended(share)) return 'not_tradable';
    return day.spec.instruments[share]!.tradable ? whyNotPlaced(command, day.phaseOfShare(share)) : undefined;
  }
  const order = day.market.openOrder(command.orderId);
  if (!order) return undefined; // the exchange says that it is not open
  const phase = day.phaseOfShare(order.instrument);
  if (phase === 'halted') return command.kind === 'cancel' ? undefined : 'market_halted';
  const rules = phaseRules(phase);
  const waitsInAuction = day.market.auction(order.instrument) && order.price === 0 && !order.triggerPrice;
  const isMarket = waitsInAuction || phase === 'post_close';
  const allowed = isMarket
    ? { cancel: rules.cancelMarket, modify: rules.modifyMarket }
    : { cancel: rules.cancelLimit, modify: rules.modifyLimit };
  if (allowed[command.kind]) return command.kind === 'modify' ? whyNotBecome(command, order, phase) : undefined;
  return isMarket && rules.cancelLimit ? 'market_order_frozen' : 'phase_not_accepting';
}

/** Why the phase does not take what an order would become. */
function whyNotBecome(
  { becomes, quantity }: Extract<OrderCommand, { kind: 'modify' }>,
  { side }: Pick<OpenOrder, 'side'>,
  phase: TradingPhase,
): string | undefined {
  return becomes && phase !== 'halted'
    ? whyNotInPhase({ side, product: 'delivery', quantity, ...becomes }, phase)
    : undefined;
}

/**
 * A stop to market is protected counted from its trigger, so that what it may cost is known when its money is held: it
 * enters with that price as its limit, for once.
 */
const kindAtExchange = ({ type, validity }: KindOfOrder): OrderKind => ({
  market: type === 'market',
  validity: type === 'sl_m' ? 'ioc' : validity,
  isStop: type === 'sl' || type === 'sl_m',
});

/** Hands a command to the exchange, in its terms. */
export function giveToExchange(day: DayOfCommands, command: OrderCommand): void {
  const { orderId } = command;
  if (command.kind === 'cancel' || command.kind === 'expire') {
    day.market.apply({ kind: 'cancel', orderId });
  } else if (command.kind === 'modify') {
    const { triggerPrice, disclosedQuantity } = command;
    const order = day.market.openOrder(orderId);
    // Who asked may not have known of the newest fills: the order never becomes larger than they meant.
    // Nothing left is refused.
    const quantity = order ? command.quantity - (order.quantity - order.remaining) : command.quantity;
    const atClose = order && day.phaseOfShare(order.instrument) === 'post_close';
    const price = atClose ? order.price : command.price;
    const becomes = command.becomes && !atClose ? kindAtExchange(command.becomes) : undefined;
    day.market.apply({ kind: 'modify', orderId, price, quantity, triggerPrice, disclosedQuantity, becomes });
  } else {
    const { accountKey, code, side, quantity, validity } = command;
    const { triggerPrice, disclosedQuantity, bySystem: isUnprotected } = command;
    const instrument = shareNamed(day, code);
    // In post-close trading there is one price, and a market order waits for it.
    const atClose = command.market && day.phaseOfShare(instrument) === 'post_close';
    const price = atClose ? day.market.band(instrument).upper : command.price;
    const terms = { side, price, quantity, validity, market: command.market && !atClose, isUnprotected };
    day.market.apply({ kind: 'place', orderId, accountKey, instrument, ...terms, triggerPrice, disclosedQuantity });
  }
}

/** The book as a new order is about to find it. */
export function bookBefore(day: DayOfCommands, { code, side, price, market }: PlaceCommand): BookOnArrival {
  const share = shareNamed(day, code);
  const { last, bid, ask, bidQuantity, askQuantity } = day.market.quote(share);
  const best = side === 'buy' ? bid : ask;
  const isAhead = best !== undefined && !market && (side === 'buy' ? best >= price : best <= price);
  const own = isAhead ? day.market.depth(share, Infinity)[side === 'buy' ? 'bids' : 'asks'] : [];
  const ahead = own.filter((level) => (side === 'buy' ? level.price >= price : level.price <= price));
  return {
    lastPaise: last,
    ...(bid !== undefined && { bidPaise: bid }),
    bidQuantity,
    ...(ask !== undefined && { askPaise: ask }),
    askQuantity,
    aheadQuantity: ahead.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Why the phase does not take a new order. */
function whyNotPlaced(
  { validity, quantity, market, triggerPrice, disclosedQuantity, side }: PlaceCommand,
  phase: TradingPhase,
): string | undefined {
  if (phase === 'halted') return 'market_halted';
  const type = triggerPrice === undefined ? (market ? 'market' : 'limit') : market ? 'sl_m' : 'sl';
  const shown = disclosedQuantity === undefined ? {} : { disclosedQuantity };
  return whyNotInPhase({ side, type, product: 'delivery', validity, quantity, ...shown }, phase);
}
