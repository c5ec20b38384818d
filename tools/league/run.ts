import type { LeagueMarket } from './bots.ts';

/* What one program came to on one seed, whichever way it spoke to its market. */

/** A fill of a program's order. Prices in paise. */
export type Fill = {
  /** From 0. */
  readonly day: number;
  readonly step: number;
  readonly time: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly code: string;
  readonly price: number;
  readonly how: 'took' | 'rested' | 'opening_auction' | 'closing_auction' | 'post_close';
  /** Market seconds from its arrival, of an order that rested. */
  readonly restedSeconds?: number | undefined;
  /** Shares in front of it as it came to rest. */
  readonly ahead?: number | undefined;
  /** Best prices before it, and their step; none in auctions and of a side that was empty. */
  readonly touch?: { readonly step: number; readonly bid: number; readonly ask: number } | undefined;
  /** The middle of the book at that step, or the auction's price, on the same seed without the program's orders. */
  readonly without?: number | undefined;
};

export type Run = {
  /** Net value in paise at the beginning, and at each half hour of each day: see `EquityLine`. */
  readonly equity: readonly number[];
  /** The lowest change of one day, as a part of the money put in. */
  readonly worstDay: number;
  readonly orders: number;
  readonly refused: number;
  readonly fills: readonly Fill[];
  /** Paise. */
  readonly charges: number;
  readonly hash: string;
  /** Why it ended before the days did; its orders end with it, what it holds stays. */
  readonly stopped?: string;
};

/** A day's half hours, from 09:00 to 16:00. */
export const HALF_HOURS = 15;
const FIRST_HALF_HOUR = 18;

/** What a day's half hour is called, of those that `EquityLine` counts. */
export function timeOfHalfHour(at: number): string {
  const half = FIRST_HALF_HOUR + (at % HALF_HOURS);
  return `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
}

/** Net values as they are seen, the first in each half hour; one in which none is seen has that of the one before. */
export class EquityLine {
  readonly #values: number[];
  readonly #length: number;
  readonly #cash: number;
  #day = 0;
  #worstDay = 0;
  #dayBegan: number;
  #last: number;

  constructor({ cash, days }: Pick<LeagueMarket, 'cash' | 'days'>) {
    this.#cash = cash;
    this.#values = [cash];
    this.#length = 1 + days * HALF_HOURS;
    this.#dayBegan = cash;
    this.#last = cash;
  }

  /** `time` as "10:32:00". */
  add(day: number, time: string, value: number): void {
    const half = 2 * Number(time.slice(0, 2)) + (time.slice(3, 5) < '30' ? 0 : 1) - FIRST_HALF_HOUR;
    const at = 1 + day * HALF_HOURS + Math.max(-1, Math.min(half, HALF_HOURS - 1));
    while (this.#values.length < at) this.#values.push(this.#last);
    if (this.#values.length === at && half >= 0) this.#values.push(value);
    if (day !== this.#day) this.#endDay();
    this.#day = day;
    this.#last = value;
  }

  #endDay(): void {
    this.#worstDay = Math.min(this.#worstDay, (this.#last - this.#dayBegan) / this.#cash);
    this.#dayBegan = this.#last;
  }

  end(): Pick<Run, 'equity' | 'worstDay'> {
    this.#endDay();
    while (this.#values.length < this.#length) this.#values.push(this.#last);
    return { equity: [...this.#values.slice(0, -1), this.#last], worstDay: this.#worstDay };
  }
}

/** The middle of two prices. */
export const middle = ({ bid, ask }: { readonly bid: number; readonly ask: number }): number => (bid + ask) / 2;

/** How far a fill's price was from the middle of the book before it, against the program; paise of a share. */
export const fromMiddle = ({ side, price, touch }: Fill): number | undefined =>
  touch && (side === 'buy' ? 1 : -1) * (price - middle(touch));

/** Half of the spread where it took, what it earned of it where it rested; paise of a share. */
const spreadPaid = (fill: Fill): number =>
  fill.touch === undefined ? 0 : fill.how === 'took' ? (fill.touch.ask - fill.touch.bid) / 2 : fromMiddle(fill)!;

/**
 * What a run's prices cost beside those of the same seed without its orders, in paise: the spread, below zero
 * where more was earned than paid, and what its own orders moved.
 */
export function splitCosts({ fills, charges }: Run): Readonly<Record<'spread' | 'impact' | 'charges', number>> {
  let [spread, impact] = [0, 0];
  for (const fill of fills) {
    const paid = spreadPaid(fill);
    spread += fill.quantity * paid;
    if (fill.without === undefined) continue;
    const shortfall = (fill.side === 'buy' ? 1 : -1) * (fill.price - fill.without);
    impact += fill.quantity * (shortfall - paid);
  }
  return { spread, impact, charges };
}
