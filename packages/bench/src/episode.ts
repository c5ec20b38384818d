import { isRegularDate } from '@khara/rules';
import { isCompany, type Universe } from '@khara/universe';
import { BenchError } from './bench-error.ts';
import type { EpisodeOptions } from './types.ts';

/** An episode as it is played: options that were read, with what they left out. */
export type Episode = {
  /** In the order of the universe. */
  readonly codes: readonly string[];
  /** Whether these are all shares of the market: then funds are among them, and the market-wide breaker watches. */
  readonly isWhole: boolean;
  readonly days: number;
  readonly seed: string;
  readonly start: string;
  readonly cash: number;
  readonly limit: number;
  readonly depth: number | 'orders';
  readonly daySeconds: number;
  readonly from: 'pre_open' | 'opening';
};

const OPTIONS = new Set(['shares', 'days', 'seed', 'start', 'cash', 'limit', 'depth', 'daySeconds', 'from']);
const DEFAULT_SHARES = 10;
/** A Monday with regular hours, after all auctions of the present rules have begun. */
const DEFAULT_START = '2026-11-23';
const DEFAULT_CASH = 10_00_000_00;
/** Shorter days do not have each phase. */
const MIN_DAY_SECONDS = 30;
const MAX_DAY_SECONDS = 26_100;
const MAX_DAYS = 10_000;

function must(isRight: boolean, reason: BenchError['reason'], message: string): void {
  if (!isRight) throw new BenchError(reason, message);
}

/** Reads options; throws a `BenchError` for the first that is wrong. */
export function readEpisode(
  options: EpisodeOptions & { readonly seed?: string | number },
  universe: Universe,
): Episode {
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw new BenchError('unknown_option', `There is no option ${unknown}.`);
  const { days = 1, seed = 'khara', start = DEFAULT_START, cash = DEFAULT_CASH, limit = 0 } = options;
  const { depth = 5, daySeconds = 900, from = 'pre_open', shares = DEFAULT_SHARES } = options;
  must(isWhole(days, 1, MAX_DAYS), 'days_invalid', `days is a whole number from 1 to ${MAX_DAYS}.`);
  must(typeof seed === 'string' || Number.isSafeInteger(seed), 'seed_invalid', 'seed is a text or a whole number.');
  must(isRegularDate(start), 'start_invalid', 'start is the date of a trading day, as 2026-11-23.');
  must(isWhole(cash, 1, Number.MAX_SAFE_INTEGER / 1_000), 'cash_invalid', 'cash is a whole number of paise above 0.');
  must(isWhole(limit, 0, cash - 1), 'limit_invalid', 'limit is a whole number of paise, 0 or more and below cash.');
  must(
    depth === 'orders' || isWhole(depth, 1, 1_000),
    'depth_invalid',
    "depth is a number from 1 to 1000, or 'orders'.",
  );
  must(
    isWhole(daySeconds, MIN_DAY_SECONDS, MAX_DAY_SECONDS),
    'day_seconds_invalid',
    `daySeconds is a whole number from ${MIN_DAY_SECONDS} to ${MAX_DAY_SECONDS}.`,
  );
  must(from === 'pre_open' || from === 'opening', 'from_invalid', "from is 'pre_open' or 'opening'.");
  const chosen = chooseShares(shares, universe);
  return { ...chosen, days, seed: String(seed), start, cash, limit, depth, daySeconds, from };
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;

function chooseShares(shares: number | readonly string[], { issuers }: Universe): Pick<Episode, 'codes' | 'isWhole'> {
  const tradable = issuers.filter(({ suspended }) => !suspended);
  const companies = tradable.filter(isCompany);
  if (typeof shares === 'number') {
    if (shares === tradable.length) return { codes: tradable.map(({ code }) => code), isWhole: true };
    if (isWhole(shares, 1, companies.length)) {
      const codes = companies.slice(0, shares).map(({ code }) => code);
      return { codes, isWhole: shares === tradable.length };
    }
    throw new BenchError(
      'shares_invalid',
      `shares is a whole number from 1 to ${companies.length}, or ${tradable.length} for the whole market.`,
    );
  }
  if (!Array.isArray(shares) || shares.length === 0 || new Set(shares).size !== shares.length)
    throw new BenchError('shares_invalid', 'shares is a number, or a list of codes that differ.');
  const unknown = shares.find((code) => !tradable.some((issuer) => issuer.code === code));
  if (unknown !== undefined) throw new BenchError('unknown_code', `${String(unknown)} is no share that trades.`);
  const isAll = shares.length === tradable.length;
  const derived = shares.find((code) => !companies.some((issuer) => issuer.code === code));
  if (derived !== undefined && !isAll)
    throw new BenchError('whole_market', `${derived} is worth what its shares are: choose all ${tradable.length}.`);
  return { codes: tradable.filter(({ code }) => shares.includes(code)).map(({ code }) => code), isWhole: isAll };
}
