import { averagePrice } from '@khara/broker';
import type { Data, OrderEndReason, Refusal } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { momentParam } from '#src/kernel/format-message.ts';
import { paramsIn, refusalWords } from '#src/kernel/refusal-words.ts';
import type { MarketView } from '#src/ports/market.ts';
import { wrongField } from './failure.ts';
import { textIn, wholeIn, wordIn, type Fields } from './fields.ts';
import { clockText, EXCHANGE, numberIn, instrumentToken } from './market-words.ts';

/*
 * Orders and trades in the words of the door's clients.
 */

type Order = Data<'orders'>['list'][number];
type Step = Data<'orderDetail'>['timeline'][number];
type Fill = Data<'fills'>['list'][number];

export const SIDES = { BUY: 'buy', SELL: 'sell' } as const;
export const PRODUCTS = { CNC: 'delivery', MIS: 'intraday' } as const;
export const TYPES = { MARKET: 'market', LIMIT: 'limit', SL: 'sl', 'SL-M': 'sl_m' } as const;
/** An order of some minutes (TTL) is one of the day that ends before. */
const VALIDITIES = { DAY: 'day', IOC: 'ioc', TTL: 'ttl' } as const;

/** What programs call fields of an order that the app's calls name otherwise. */
export const ORDER_FIELDS: Readonly<Record<string, string>> = {
  code: 'tradingsymbol',
  side: 'transaction_type',
  type: 'order_type',
  validMinutes: 'validity_ttl',
  triggerPrice: 'trigger_price',
  disclosedQuantity: 'disclosed_quantity',
  protection: 'market_protection',
  requestId: 'X-Request-Id',
};

export function validityIn(fields: Fields): { readonly validity: 'day' | 'ioc'; readonly validMinutes?: number } {
  const validity = textIn(fields, 'validity') === undefined ? 'day' : wordIn(fields, 'validity', VALIDITIES);
  if (validity !== 'ttl') return { validity };
  const validMinutes = wholeIn(fields, 'validity_ttl', 'of minutes');
  if (validMinutes === undefined) throw wrongField('validity_ttl', '`validity_ttl` is missing');
  return { validity: 'day', validMinutes };
}

const findWord = (words: Readonly<Record<string, string>>, meaning: string): string =>
  Object.entries(words).find(([, value]) => value === meaning)?.[0] ?? meaning;
export const productWord = (product: keyof typeof PRODUCT_WORDS): string => PRODUCT_WORDS[product];
const PRODUCT_WORDS = { delivery: 'CNC', intraday: 'MIS' } as const;

/** How an order stands, as clients call it. */
function statusWord({ state, afterMarket }: Pick<Order, 'state' | 'afterMarket'>): string {
  switch (state) {
    case 'pending':
      return afterMarket ? 'AMO REQ RECEIVED' : 'OPEN PENDING';
    case 'open':
      return 'OPEN';
    case 'trigger_pending':
      return 'TRIGGER PENDING';
    case 'complete':
      return 'COMPLETE';
    case 'rejected':
      return 'REJECTED';
    default:
      return 'CANCELLED';
  }
}

/** The states through which a step of an order's history passed. */
function stepStatuses({ step, state }: Step, isFirst: boolean): readonly string[] {
  switch (step) {
    case 'accepted':
      return ['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'OPEN PENDING'];
    case 'waits_for_open':
      return ['AMO REQ RECEIVED'];
    case 'modified':
      return ['MODIFY VALIDATION PENDING', 'MODIFY PENDING', 'MODIFIED', statusWord({ state, afterMarket: false })];
    case 'cancelled':
      return ['CANCEL PENDING', 'CANCELLED'];
    case 'rejected':
      return isFirst ? ['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'REJECTED'] : ['REJECTED'];
    // Of the days after the order: Kite's history ends with the order.
    case 'not_delivered':
    case 'bought_in':
    case 'closed_out':
      return [];
    default:
      return [statusWord({ state, afterMarket: false })];
  }
}

/** Why an order ended: its reason, and of a limit of the member's own a sentence with its figures. */
function reasonWords({ reason, ownLimit }: Order): string | null {
  if (!ownLimit) return reason;
  const { endsAt, untilDate, ...figures } = ownLimit;
  const until = endsAt === undefined ? untilDate : momentParam(endsAt);
  return refusalWords('en', reason as Refusal, paramsIn({ ...figures, until })); // it is one of these
}

/** An order as lists of orders have it. */
export function orderFacts(market: MarketView, order: Order) {
  const { quantity, filledQuantity: filled, disclosedQuantity: shown, reason } = order;
  const instrument = market.instrument(order.code);
  const time = clockText(order.marketTime);
  const isRejected = order.state === 'rejected';
  const ended = order.state === 'cancelled' || order.state === 'expired';
  const left = quantity - filled;
  const isPriced = order.type === 'limit' || order.type === 'sl';
  const tag = order.program?.tag ?? null;
  const inBook = (order.afterMarket && order.state === 'pending') || isRejected ? null : order.id;
  return {
    placed_by: order.program?.key ?? 'app',
    order_id: order.id,
    exchange_order_id: inBook,
    parent_order_id: null,
    status: statusWord(order),
    status_message: reasonWords(order),
    status_message_raw: reason satisfies OrderEndReason | string | null,
    order_timestamp: time,
    exchange_update_timestamp: inBook && time,
    exchange_timestamp: inBook && time,
    variety: order.afterMarket ? 'amo' : shown === null ? 'regular' : 'iceberg',
    modified: order.modifications > 0,
    exchange: EXCHANGE,
    tradingsymbol: order.code,
    instrument_token: instrument ? instrumentToken(instrument) : 0,
    order_type: findWord(TYPES, order.type),
    transaction_type: findWord(SIDES, order.side),
    validity: order.validMinutes === null ? findWord(VALIDITIES, order.validity) : 'TTL',
    validity_ttl: order.validMinutes ?? 0,
    product: productWord(order.product),
    quantity,
    disclosed_quantity: shown ?? 0,
    price: isPriced ? numberIn(order.price) : 0,
    trigger_price: numberIn(order.triggerPrice),
    average_price: numberIn(order.averagePrice),
    filled_quantity: filled,
    pending_quantity: ended || isRejected ? 0 : left,
    cancelled_quantity: ended ? left : 0,
    market_protection: order.protection === undefined ? 0 : Number(order.protection),
    meta: shown === null ? {} : { iceberg: icebergLegs(quantity, shown, left) },
    tag,
    ...(tag !== null && { tags: [tag] }),
    guid: order.requestId,
  };
}

const icebergLegs = (quantity: number, shown: number, left: number) => ({
  leg: Math.min(Math.ceil(quantity / shown), Math.floor((quantity - left) / shown) + 1),
  legs: Math.ceil(quantity / shown),
  leg_quantity: shown,
  total_quantity: quantity,
  remaining_quantity: left,
});

/** An order of a member as programs hear of it when it changes. */
export function orderUpdate(market: MarketView, { userId, order }: { readonly userId: string; readonly order: Order }) {
  const facts = orderFacts(market, order);
  return { user_id: userId, unfilled_quantity: facts.pending_quantity, ...facts };
}

/** Each state that an order passed through, oldest first, with what the order was then. */
export function orderStates(market: MarketView, { timeline, ...order }: Data<'orderDetail'>) {
  let then: Order = { ...order, modifications: 0, filledQuantity: 0 };
  let filledPaise = 0n;
  return timeline.flatMap((step, at) => {
    if (step.terms) then = { ...then, protection: undefined, ...step.terms };
    if (step.step === 'modified') then = { ...then, modifications: then.modifications + 1 };
    if (step.step === 'filled') {
      const { quantity = 0, price = '0.00' } = step;
      const filledQuantity = then.filledQuantity + quantity;
      filledPaise += BigInt(quantity) * (paise(price) ?? 0n);
      then = { ...then, filledQuantity, averagePrice: rupees(averagePrice(filledPaise, filledQuantity) ?? 0n) };
    }
    const facts = orderFacts(market, { ...then, state: step.state });
    const left = then.quantity - then.filledQuantity;
    const time = step.step === 'accepted' || facts.exchange_order_id === null ? null : clockText(step.marketTime);
    return stepStatuses(step, at === 0).map((status) => ({
      ...facts,
      status,
      status_message: step.reason === order.reason ? facts.status_message : (step.reason ?? null),
      status_message_raw: step.reason ?? null,
      order_timestamp: clockText(step.marketTime),
      exchange_timestamp: time,
      exchange_update_timestamp: time,
      pending_quantity: status === 'CANCELLED' || status === 'REJECTED' ? 0 : left,
      cancelled_quantity: status === 'CANCELLED' ? left : 0,
      average_price: then.filledQuantity === 0 ? 0 : facts.average_price,
    }));
  });
}

export function tradeFacts(market: MarketView, fill: Fill) {
  const instrument = market.instrument(fill.code);
  const time = clockText(fill.marketTime);
  return {
    trade_id: String(fill.tradeNo),
    order_id: fill.orderId,
    exchange_order_id: fill.orderId,
    exchange: EXCHANGE,
    tradingsymbol: fill.code,
    instrument_token: instrument ? instrumentToken(instrument) : 0,
    product: productWord(fill.product),
    average_price: numberIn(fill.price),
    quantity: fill.quantity,
    filled: fill.quantity,
    transaction_type: findWord(SIDES, fill.side),
    fill_timestamp: time,
    order_timestamp: time.slice(11),
    exchange_timestamp: time,
  };
}
