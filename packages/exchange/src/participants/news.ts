import { hasResultsOn } from '@khara/rules';
import type { MarketSpec } from '../types.ts';
import { RandomStreams } from './random.ts';

/** What a company's news is about. The first of each pair is read as good, the second as bad. */
const NEWS_KINDS = [
  'results_above',
  'results_below',
  'order_won',
  'order_lost',
  'upgrade',
  'downgrade',
  'expansion',
  'stoppage',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** One piece of news about one company of the day. */
export type CompanyNews = {
  /** Step of the host at which it comes out. */
  readonly step: number;
  readonly instrument: number;
  readonly about: NewsKind;
  /** By how much the participants think differently of the share's value: what `shift_reference` is given. */
  readonly bps: number;
  /** 0 to 99: what its text makes figures of. The larger, the larger the move. */
  readonly figure: number;
};

/** Steps after participants heard of news at which its article may show: makers have had their chance by then. */
export const ARTICLE_AFTER_STEPS = 8;

/** Besides its results a company has news on one day in this number: about two a day among 236 shares. */
const ONE_DAY_IN = 120;
/**
 * The least and the most of a share's usual daily deviation that news moves its value by, in percent, by
 * pairs of kinds.
 */
const SIZES: readonly (readonly [number, number])[] = [
  [80, 200],
  [50, 120],
  [40, 100],
  [30, 90],
];
/** Trading days of a year, as a root: what a yearly deviation is divided by for a day's. */
const ROOT_OF_DAYS = 15.81;
const FIGURES = 100;

/**
 * The news of a day, in the order in which it comes out: a function of the day's seed, so that it cannot be
 * chosen, and a holder of the seed can find it again. It is spread evenly over the steps from `from` to
 * before `to`. On which days a company tells its results is a calendar and no secret.
 */
export function newsOfDay(
  { seed, dayIndex, instruments }: Pick<MarketSpec, 'seed' | 'dayIndex' | 'instruments'>,
  from: number,
  to: number,
): readonly CompanyNews[] {
  const random = new RandomStreams(seed, dayIndex, ['news']);
  const news: CompanyNews[] = [];
  for (const [instrument, { code, tradable, annualVolatilityBps, basket, entitlement }] of instruments.entries()) {
    if (basket || entitlement) continue; // no company
    const isOther = random.below(0, ONE_DAY_IN) === 0;
    const hasResults = hasResultsOn(code, dayIndex);
    if (!hasResults && !isOther) continue;
    const kind = hasResults ? random.below(0, 2) : 2 + random.below(0, NEWS_KINDS.length - 2);
    const [least, most] = SIZES[kind >> 1]!;
    const figure = random.below(0, FIGURES);
    const size = least + ((most - least) * figure) / (FIGURES - 1);
    const points = Math.max(1, Math.round((annualVolatilityBps * size) / (100 * ROOT_OF_DAYS)));
    const step = from + random.below(0, to - from);
    if (!tradable) continue;
    news.push({ step, instrument, about: NEWS_KINDS[kind]!, bps: (kind & 1) === 0 ? points : -points, figure });
  }
  return news.sort((a, b) => a.step - b.step || a.instrument - b.instrument);
}
