import type { TradingDay } from '@khara/market-day';

/* Which two orders met in each trade of a share: what playing the day gives again, and no log has to say. */

/** Who an order is from; the index is what is kept. */
const KINDS = ['member', 'near_maker', 'far_maker', 'patient', 'taker', 'auction'] as const;
type TraderKind = (typeof KINDS)[number];

/** One side of a trade. */
export type MetOrder = {
  readonly kind: TraderKind;
  /** Of an order that waited: the step since which it stood in the book, and for how many shares. */
  readonly waited: { readonly sinceStep: number; readonly quantity: number } | undefined;
};

/** A trade and the two orders that made it. Price in paise. */
export type Meeting = {
  readonly step: number;
  readonly price: number;
  readonly quantity: number;
  readonly buy: MetOrder;
  readonly sell: MetOrder;
  /** Found by an auction: both orders waited for it. */
  readonly isAuction: boolean;
};

/** Numbers of each side: kind or `UNSEEN`, step since which it waited or -1, shares. */
const SIDE = 3;
/** An order that nothing was heard of: what it has beside what it shows is its owner's alone. */
const UNSEEN = -1;
const NUMBERS = 2 * SIDE;

type Waiting = { readonly side: 'buy' | 'sell'; readonly numbers: readonly [number, number, number] };

/** Of an order that is no participant's it is a member's. */
const kindOf = (kind: Exclude<TraderKind, 'member'> | undefined): number => KINDS.indexOf(kind ?? 'member');

/** Follows the orders of a share through a day, and keeps of each trade which two met. */
export function watchMeetings() {
  const met: number[] = [];
  const waiting = new Map<number, Waiting>();
  let ofAuction: Waiting | undefined;
  let isWatched = false;
  return {
    /** Before each step; follows the orders of the book from the first. */
    watch(day: TradingDay, share: number): void {
      if (isWatched) return;
      isWatched = true;
      day.market.watchOrders({
        rested({ instrument, tag, side, quantity, kind }) {
          if (instrument === share) waiting.set(tag, { side, numbers: [kindOf(kind), day.step, quantity] });
        },
        filled({ instrument, tag, by }) {
          if (instrument !== share) return;
          const rested = waiting.get(tag) ?? { side: 'buy', numbers: [UNSEEN, -1, 0] };
          if (by === 'auction') {
            // The buyer's part of a trade is heard of first.
            if (ofAuction) met.push(...ofAuction.numbers, ...rested.numbers);
            ofAuction = ofAuction ? undefined : rested;
            return;
          }
          const came = [kindOf(by.kind), -1, 0];
          met.push(...(rested.side === 'buy' ? [...rested.numbers, ...came] : [...came, ...rested.numbers]));
        },
        removed(instrument, tag) {
          if (instrument === share) waiting.delete(tag);
        },
      });
    },
    /** Six numbers of each trade, in the order of the trades. */
    take: (): Int32Array => Int32Array.from(met),
  };
}

/** The last trade before a step whose orders are known, else the first of the day; undefined where there is none. */
export function meetingAt(
  { trades, meetings }: { readonly trades: Int32Array; readonly meetings: Int32Array },
  step: number,
): Meeting | undefined {
  if (trades.length === 0) return undefined;
  let at = trades.length / 3 - 1;
  const isSeen = (trade: number): boolean =>
    meetings[trade * NUMBERS] !== UNSEEN && meetings[trade * NUMBERS + SIDE] !== UNSEEN;
  while (at > 0 && (trades[3 * at]! >= step || !isSeen(at))) at -= 1;
  if (!isSeen(at)) return undefined;
  const side = (of: 0 | 1): MetOrder => {
    const from = at * NUMBERS + of * SIDE;
    const sinceStep = meetings[from + 1]!;
    return {
      kind: KINDS[meetings[from]!]!,
      waited: sinceStep === -1 ? undefined : { sinceStep, quantity: meetings[from + 2]! },
    };
  };
  const [buy, sell] = [side(0), side(1)];
  return {
    step: trades[3 * at]!,
    price: trades[3 * at + 1]!,
    quantity: trades[3 * at + 2]!,
    buy,
    sell,
    isAuction: buy.waited !== undefined && sell.waited !== undefined,
  };
}
