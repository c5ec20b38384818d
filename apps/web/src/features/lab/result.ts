import { contractNote, dpCharge, type NoteOrder } from '@khara/charges';
import { rupees } from '@khara/money';
import type { Lane, LaneOrder } from './lane.ts';

/** What the orders of a what-if came to in one lane. Money in rupees as text; undefined where there is none. */
export type LaneResult = {
  readonly filled: number;
  readonly quantity: number;
  readonly ahead: number | undefined;
  readonly average: string | undefined;
  /** How much worse than the best price on arrival, a share; below zero when better. */
  readonly slippage: string | undefined;
  readonly charges: string | undefined;
  /** The charges had the rest been traded back at the close, so that nothing is delivered. */
  readonly chargesIfClosed: string | undefined;
  /** Highest price after the order came; lowest for a sale. */
  readonly best: string | undefined;
  readonly close: string;
  /** What it is worth at the close, after charges, in paise. */
  readonly worthPaise: bigint;
  readonly turnover: string;
  readonly rejected: string | undefined;
};

/**
 * Of the orders with these ids; undefined in a lane that has none of them. Charges
 * are those of a contract note of these orders: bought and sold shares net, and the rest is delivered. The log
 * names no product, so brokerage is that of delivery orders.
 */
export function laneResult(lane: Lane, ids: readonly string[], marketDate: string): LaneResult | undefined {
  const orders = lane.orders.filter(({ id }) => ids.includes(id));
  const [first] = orders;
  if (!first) return undefined;
  const filled = orders.flatMap(({ fills }) => fills).reduce((sum, { quantity }) => sum + quantity, 0);
  const values = orders.map(filledValue);
  const turnover = values.reduce((sum, value) => sum + value, 0n);
  const traded = orders.map((order) => toNoteOrder(order, lane.isFund));
  const charges = sumCharges(traded, marketDate);
  const worth = orders.reduce((sum, order, at) => {
    const held = BigInt(order.fills.reduce((all, { quantity }) => all + quantity, 0));
    const close = held * BigInt(lane.closePrice);
    return sum + (order.side === 'buy' ? close - values[at]! : values[at]! - close);
  }, -charges);
  const average = filled === 0 ? undefined : nearest(turnover, filled);
  const best = first.side === 'buy' ? first.book?.ask : first.book?.bid;
  const worse =
    average === undefined || best === undefined ? undefined : first.side === 'buy' ? average - best : best - average;
  return {
    filled,
    quantity: orders.reduce((sum, { quantity }) => sum + quantity, 0),
    ahead: first.book?.ahead,
    average: average === undefined ? undefined : rupees(BigInt(average)),
    // Of several orders it would be the mean of unlike things.
    slippage: worse === undefined || orders.length > 1 ? undefined : rupees(BigInt(worse)),
    charges: filled === 0 ? undefined : rupees(charges),
    chargesIfClosed: filled === 0 ? undefined : rupees(chargesIfClosed(traded, lane, marketDate)),
    best: bestAfter(lane, first),
    close: rupees(BigInt(lane.closePrice)),
    worthPaise: worth,
    turnover: rupees(turnover),
    rejected: orders.find(({ rejected }) => rejected !== undefined)?.rejected,
  };
}

const filledValue = ({ fills }: LaneOrder): bigint =>
  fills.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);

/** To the nearest paisa, half up. */
const nearest = (value: bigint, shares: number): number =>
  Number((2n * value + BigInt(shares)) / (2n * BigInt(shares)));

const toNoteOrder = (order: LaneOrder, isFund: boolean): NoteOrder => ({
  code: '',
  isFund,
  side: order.side,
  product: 'delivery',
  quantity: order.fills.reduce((sum, { quantity }) => sum + quantity, 0),
  valuePaise: filledValue(order),
});

/** What a contract note of these orders alone would have, by the same netting as the day's. */
function sumCharges(orders: readonly NoteOrder[], day: string): bigint {
  const filled = orders.filter(({ quantity }) => quantity > 0);
  if (filled.length === 0) return 0n;
  const terms = { plan: 'plan_b', day } as const;
  return contractNote(terms, filled, ({ valuePaise }) => dpCharge({ ...terms, holder: 'standard', valuePaise })).charges
    .total;
}

/** The charges had the shares that are over been traded back at the close. */
function chargesIfClosed(
  orders: readonly NoteOrder[],
  { closePrice, isFund }: Pick<Lane, 'closePrice' | 'isFund'>,
  day: string,
): bigint {
  const over = orders.reduce((sum, { side, quantity }) => sum + (side === 'buy' ? quantity : -quantity), 0);
  if (over === 0) return sumCharges(orders, day);
  const quantity = Math.abs(over);
  const back = { code: '', isFund, side: over > 0 ? 'sell' : 'buy', product: 'delivery', quantity } as const;
  return sumCharges([...orders, { ...back, valuePaise: BigInt(quantity) * BigInt(closePrice) }], day);
}

function bestAfter({ trades }: Lane, { step, side }: LaneOrder): string | undefined {
  let best: number | undefined;
  for (let at = 0; at < trades.length; at += 3) {
    if (trades[at]! < step) continue;
    const price = trades[at + 1]!;
    if (best === undefined || (side === 'buy' ? price > best : price < best)) best = price;
  }
  return best === undefined ? undefined : rupees(BigInt(best));
}
