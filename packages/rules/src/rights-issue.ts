import { mulDiv } from '@khara/money';
import { nextRegularDay } from './calendar.ts';
import { adjustQuantity, ratio, SAME_SHARES, type Ratio } from './corporate-actions.ts';
import type { Day } from './days.ts';

/*
 * A rights issue: holders of the record date get entitlements (REs), which trade for some days and are good for new
 * shares at the price until it closes.
 */

export type RightsDates = {
  /** The ex-date, which is the record date: entitlements are credited before it trades. */
  readonly creditedOn: Day;
  /** The first day of applications, and of trading in entitlements. */
  readonly opensOn: Day;
  /** The last day on which entitlements trade. */
  readonly tradesUntil: Day;
  /** The last day of applications. */
  readonly closesOn: Day;
  /** Shares are allotted before this day trades; entitlements that are left lapse. */
  readonly allottedOn: Day;
};

/** Market days for which an issue is open: the least that is allowed. Source: docs/sources.md A3. */
const OPEN_DAYS = 7;
/** Market days before an issue closes on which its entitlements stop trading. Source: docs/sources.md A4. */
const QUIET_DAYS = 4;

/** The days of an issue that goes ex on one. Real ones open a week or two after the record date, here on the next. */
export function rightsDates(exDate: Day): RightsDates {
  const days = [nextRegularDay(exDate)];
  while (days.length < OPEN_DAYS + 1) days.push(nextRegularDay(days.at(-1)!));
  return {
    creditedOn: exDate,
    opensOn: days[0]!,
    tradesUntil: days[OPEN_DAYS - 1 - QUIET_DAYS]!,
    closesOn: days[OPEN_DAYS - 1]!,
    allottedOn: days[OPEN_DAYS]!,
  };
}

/** `a` new shares for every `b` held, at a price in paise. */
export type RightsTerms = {
  readonly a: number;
  readonly b: number;
  readonly price: number;
};

/**
 * By what a price of before the ex-date is divided: cum price : theoretical ex-rights price. Nothing is adjusted for an
 * issue that is not below the market. Source: docs/sources.md A5.
 */
export const rightsFactor = ({ a, b, price }: RightsTerms, cumPrice: number): Ratio =>
  cumPrice <= price ? SAME_SHARES : ratio((a + b) * cumPrice, b * cumPrice + a * price);

/** Entitlements of a holding, whole ones; and whether a part of one was ignored. Source: docs/sources.md A6. */
export function entitled(held: number, { a, b }: Pick<RightsTerms, 'a' | 'b'>) {
  const { quantity, fraction } = adjustQuantity(held, ratio(a, b));
  return { entitlements: quantity, hasFraction: fraction.numerator > 0 };
}

/** What an application for shares beyond the entitlements meets. */
export type AdditionalShares = {
  /** Shares that other holders have left. */
  readonly unclaimed: number;
  /** Shares that others hold who ask for more as well. */
  readonly heldByOthers: number;
};

/** An application for additional shares. `held` on the record date: holders alone may ask for them. */
export type AdditionalApplication = {
  readonly held: number;
  readonly hasFraction: boolean;
  readonly asked: number;
};

/**
 * Additional shares of each application, in their order. A holder whose fraction was ignored comes first, with one
 * share each while there are any. What is left goes by shares held on the record date, whole shares, never more than
 * asked for. Source: docs/sources.md A6.
 */
export function allotAdditional(
  applications: readonly AdditionalApplication[],
  { unclaimed, heldByOthers }: AdditionalShares,
): readonly number[] {
  let left = unclaimed;
  const first = applications.map(({ hasFraction, asked, held }) => {
    const one = held > 0 && hasFraction && asked > 0 && left > 0 ? 1 : 0;
    left -= one;
    return one;
  });
  const holders = applications.filter(({ asked, held }) => held > 0 && asked > 0);
  const heldByAll = holders.reduce((sum, { held }) => sum + held, heldByOthers);
  return applications.map(({ held, asked }, at) => {
    if (held === 0 || asked === 0) return 0;
    const part = Number(mulDiv(BigInt(left), BigInt(held), BigInt(heldByAll), 'floor'));
    return first[at]! + Math.min(asked - first[at]!, part);
  });
}
