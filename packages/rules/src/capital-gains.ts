import { mulDiv } from '@khara/money';
import type { Day } from './days.ts';

/**
 * Tax of gains from shares as in real life: losses are set off, then a part of long-term gains is exempt. Amounts are
 * in paise. Source: docs/sources.md F11, F15, F16.
 */

/** Rights entitlements are short-term too, but the rate of section 111A is of shares and funds alone. */
const GAIN_KINDS = ['short', 'entitlement', 'long'] as const;
export type GainKind = (typeof GAIN_KINDS)[number];

export type Gain = {
  readonly soldOn: Day;
  readonly kind: GainKind;
  /** Below zero for a loss. */
  readonly paise: bigint;
};

/** Losses of a financial year that are still to be set off. */
export type CarriedLoss = {
  /** The year in which the financial year begins. */
  readonly year: number;
  readonly short: bigint;
  readonly long: bigint;
};

export type YearOfGains = {
  readonly year: number;
  /** Before any set-off. */
  readonly net: Readonly<Record<GainKind, bigint>>;
  /** After losses of the year and of earlier years; long-term gains before the exemption. Never below zero. */
  readonly left: Readonly<Record<GainKind, bigint>>;
  readonly exempt: bigint;
  /** At the rates of shares, without cess and surcharge; gains of entitlements are not in it. */
  readonly tax: bigint;
  /** Losses for the years to come, the oldest first. */
  readonly carried: readonly CarriedLoss[];
};

/** Financial years after its own in which a loss can be set off. */
const YEARS_CARRIED = 8;

/** From this day on the higher rates hold. */
const RATES_ROSE_ON: Day = '2024-07-23';

/** Tax on gains of shares sold on a day, in tenths of a percent. */
export const gainsRate = (kind: 'short' | 'long', soldOn: Day): bigint => {
  const isNew = soldOn >= RATES_ROSE_ON;
  return kind === 'short' ? (isNew ? 200n : 150n) : isNew ? 125n : 100n;
};

/** Long-term gains of a whole financial year that are exempt. */
const exemptionIn = (year: number): bigint => (year < 2024 ? 1_00_000_00n : 1_25_000_00n);

/**
 * Sets off, exempts and taxes the gains of a financial year. Short-term losses go against short-term gains, then
 * against long-term ones; long-term losses against long-term gains alone. Losses of the year go before those of
 * earlier years, the oldest of these first; gains with the higher rate are reduced first.
 */
export function yearOfGains(year: number, gains: readonly Gain[], before: readonly CarriedLoss[]): YearOfGains {
  const parts = gainParts(gains);
  const net = sumByKind(parts);
  const own = { year, short: takeLosses(parts, 'short'), long: takeLosses(parts, 'long') };
  const losses = [own, ...before.filter((loss) => loss.year < year && loss.year + YEARS_CARRIED >= year)];
  const carried = losses
    .map((loss) => ({
      year: loss.year,
      long: setOff(loss.long, parts.filter(isLong)),
      short: setOff(loss.short, [...parts.filter((part) => !isLong(part)), ...parts.filter(isLong)]),
    }))
    // In the last of its years a loss can be set off, and is not carried further.
    .filter((loss) => loss.short + loss.long > 0n && loss.year + YEARS_CARRIED > year);
  const left = sumByKind(parts);
  const exempt = left.long < exemptionIn(year) ? left.long : exemptionIn(year);
  setOff(exempt, parts.filter(isLong));
  const tax = parts.reduce((sum, { rate, paise }) => sum + mulDiv(paise, rate, 1_000n, 'half_up'), 0n);
  return { year, net, left, exempt, tax, carried: carried.toSorted((one, other) => one.year - other.year) };
}

/** What gains of one kind and rate come to together. */
type Part = {
  readonly kind: GainKind;
  readonly rate: bigint;
  paise: bigint;
};

const isLong = ({ kind }: Part): boolean => kind === 'long';

/** Shares before entitlements, higher rates before lower ones. */
function gainParts(gains: readonly Gain[]): readonly Part[] {
  const parts = GAIN_KINDS.flatMap((kind): Part[] => {
    if (kind === 'entitlement') return [{ kind, rate: 0n, paise: 0n }];
    return [RATES_ROSE_ON, '0000-01-01'].map((day) => ({ kind, rate: gainsRate(kind, day), paise: 0n }));
  });
  for (const { kind, soldOn, paise } of gains) {
    const rate = kind === 'entitlement' ? 0n : gainsRate(kind, soldOn);
    parts.find((part) => part.kind === kind && part.rate === rate)!.paise += paise;
  }
  return parts;
}

const sumByKind = (parts: readonly Part[]): Record<GainKind, bigint> => {
  const sum = (kind: GainKind) => parts.reduce((total, part) => (part.kind === kind ? total + part.paise : total), 0n);
  return { short: sum('short'), entitlement: sum('entitlement'), long: sum('long') };
};

/** The losses among parts, which are zero afterwards. */
function takeLosses(parts: readonly Part[], term: 'short' | 'long'): bigint {
  let losses = 0n;
  for (const part of parts) {
    if (part.paise >= 0n || isLong(part) !== (term === 'long')) continue;
    losses -= part.paise;
    part.paise = 0n;
  }
  return losses;
}

/** Reduces parts in their order; says how much of the amount is left. */
function setOff(amount: bigint, parts: readonly Part[]): bigint {
  let left = amount;
  for (const part of parts) {
    const taken = left < part.paise ? left : part.paise;
    part.paise -= taken;
    left -= taken;
  }
  return left;
}
