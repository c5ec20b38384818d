import { addDays, nextRegularDay, ratio, SAME_SHARES, type Day, type DemergerTerms, type Ratio } from '@khara/rules';
import { businessFor, type BusinessKey, type Issuer } from '@khara/universe';

/*
 * A demerger as the market's seed makes it (decision 16). Pure.
 */

export type Demerger = DemergerTerms & {
  readonly kind: 'demerger';
  /** Code of the new company's share. */
  readonly into: string;
  readonly business: BusinessKey;
  /** The part of the company's profit that goes over, in hundredths of a per cent. */
  readonly profitBps: number;
  /** The market date on which the new share begins to trade. */
  readonly listsOn: Day;
  /** The close before the ex-date, in paise, once that is known. */
  readonly cumPrice?: number;
  /** The first price of the ex-date, in paise, once that day is over. */
  readonly foundPrice?: number;
};

/** Shares cheaper than this give away no part of their company. */
const MIN_PRICE = 60_00;
/** Days of the calendar for which a company has been listed before it gives a part away. */
const LISTED_BEFORE = 365;
/** Shares held for which one new share is given. */
const FOR_HELD = [1, 2, 4, 5, 10] as const;
/** In hundredths of a per cent: the part of the profit that goes over. A choice. */
const PROFIT = { least: 1_500, spread: 3_001 } as const;
/** Per cent of that: what goes over of the net worth, by which the cost of a holding is divided. A choice. */
const BOOK = { least: 40, spread: 101, whole: 100 } as const;
/** Market days from the ex-date to the listing. Real ones take weeks more. */
const WAIT = { least: 5, spread: 6 } as const;

/** The part of a company that goes over; undefined for one that gives none away. */
export function demergerTerms(
  issuer: Issuer,
  {
    exDate,
    price,
    random,
    isTaken,
  }: {
    readonly exDate: Day;
    readonly price: number;
    readonly random: number;
    /** Whether a code is that of a share, or will be. */
    readonly isTaken: (code: string) => boolean;
  },
): Demerger | undefined {
  const isYoung = issuer.listedOn > addDays(exDate, -LISTED_BEFORE);
  if (price < MIN_PRICE || issuer.series !== 'EQ' || isYoung) return undefined;
  const made = businessFor(issuer, random, isTaken);
  if (!made) return undefined;
  const b = FOR_HELD[Math.floor(random / 8) % FOR_HELD.length]!;
  const profitBps = PROFIT.least + (Math.floor(random / 40) % PROFIT.spread);
  let listsOn = exDate;
  const wait = WAIT.least + (Math.floor(random / 12_000_000) % WAIT.spread);
  for (let waited = 0; waited < wait; waited += 1) listsOn = nextRegularDay(listsOn);
  return {
    kind: 'demerger',
    a: 1,
    b,
    costBps: Math.floor((profitBps * (BOOK.least + (Math.floor(random / 120_000) % BOOK.spread))) / BOOK.whole),
    into: made.code,
    business: made.key,
    profitBps,
    listsOn,
  };
}

/**
 * By what prices before the ex-date are divided, so that a chart goes on without a step: as the market found it. Until
 * the ex-date is over nothing is known of it.
 */
export const demergerFactor = ({ cumPrice, foundPrice }: Demerger): Ratio =>
  cumPrice === undefined || foundPrice === undefined ? SAME_SHARES : ratio(cumPrice, foundPrice);

const WHOLE_BPS = 10_000;

/**
 * What participants believe the share and the new one to be worth on the other side of the ex-date: both have the same
 * price for their profit. Together they are worth what the share was, so that a demerger is no gain.
 */
export function valuesAfter(
  value: number,
  { a, b, profitBps }: Demerger,
): { readonly old: number; readonly made: number } {
  const over = (value * profitBps) / WHOLE_BPS;
  return { old: Math.round(value - over), made: Math.round((over * b) / a) };
}
