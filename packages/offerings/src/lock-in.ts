import { nextRegularDay, type Day } from '@khara/rules';
import type { OfferingKind } from '@khara/universe';

/** Months for which the shares of a preferential issue are locked in: docs/sources.md D2. */
const PREFERENTIAL_MONTHS = 6;

/**
 * How the shares of an offer are locked in. A placement under its floor is one with institutions, whose
 * shares may leave the exchange only after a year and may be sold on it at once; one without a discount is a
 * preferential issue. Source: docs/sources.md D1, D2, N4.
 */
export type LockIn = 'listing' | 'settlement' | 'exchange_only' | 'six_months';

export function lockInFor({
  kind,
  discountBps,
}: {
  readonly kind: OfferingKind;
  readonly discountBps: number;
}): LockIn {
  if (kind === 'ipo') return 'listing';
  if (kind !== 'private_placement') return 'settlement';
  return discountBps > 0 ? 'exchange_only' : 'six_months';
}

/**
 * The first day on which shares of an offer may be sold; undefined where there is no lock-in. Those of a
 * block settle on the day after the window in which they were delivered.
 */
export function lockedUntil(of: {
  readonly kind: OfferingKind;
  readonly discountBps: number;
  readonly listingDate: Day;
  readonly deliveredOn: Day;
}): Day | undefined {
  if (of.kind === 'block') return nextRegularDay(of.deliveredOn);
  const lockIn = lockInFor(of);
  if (lockIn === 'listing') return undefined;
  return lockIn === 'six_months' ? monthsAfter(of.listingDate, PREFERENTIAL_MONTHS) : of.listingDate;
}

/**
 * The market days on which shares of an offer may be sold for the first time. A block is delivered in the
 * afternoon of its day, and what is taken of it later in the morning of the next. After half a year no holder
 * sells at once.
 */
export function saleDaysFor(of: {
  readonly kind: OfferingKind;
  readonly discountBps: number;
  readonly listingDate: Day;
}): readonly Day[] {
  const { kind, listingDate } = of;
  if (kind === 'block') {
    const next = nextRegularDay(listingDate);
    return [next, nextRegularDay(next)];
  }
  return lockInFor(of) === 'six_months' ? [] : [listingDate];
}

/** The same day of a later month, or the last day of a month that is too short for it. */
export function monthsAfter(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]; // a Day has three parts
  const monthNo = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(monthNo / 12), (monthNo % 12) + 1];
  return `${toYear}-${two(toMonth)}-${two(Math.min(date, daysIn(toYear, toMonth)))}`;
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

const two = (value: number): string => String(value).padStart(2, '0');
