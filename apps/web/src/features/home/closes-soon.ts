import type { Data } from '@khara/contract';

/** Home speaks only of what is closing soon: a quarter of an hour of the reader's time. */
export const SOON_MS = 15 * 60_000;

type Offerings = Data<'newStocks'>['list'];

/** The offerings of which home speaks at an instant, those that close first before the others. */
export const closesSoon = (offerings: Offerings, now: number): Offerings =>
  offerings
    .filter(({ closesAt, locked }) => !locked && closesAt > now && closesAt - now < SOON_MS)
    .sort((a, b) => a.closesAt - b.closesAt);
