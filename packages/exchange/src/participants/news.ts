import type { MarketSpec } from '../types.ts';
import { RandomStreams } from './random.ts';

/** What a company's news is about. The first of each pair is read as good, the second as bad. */
export const NEWS_KINDS = [
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
  /** 0 to 99: what its text makes figures of. */
  readonly figure: number;
};

/** A company has news on one day in so many: about five a day among 236 shares. */
const ONE_DAY_IN = 48;
/** The least and the most of a share's usual daily deviation that news moves its value by, in percent, by pairs of kinds. */
const SIZES: readonly (readonly [number, number])[] = [
  [80, 200],
  [50, 120],
  [40, 100],
  [30, 90],
];
/** Trading days of a year, as a root: what a yearly deviation is divided by for a day's. */
const ROOT_OF_DAYS = 15.81;

/**
 * The news of a day, in the order in which it comes out: a function of the day's seed, so that nobody can choose it, and whoever has the seed can find it
 * again. It is spread evenly over the steps from `from` to before `to`.
 */
export function newsOfDay(
  { seed, dayIndex, instruments }: Pick<MarketSpec, 'seed' | 'dayIndex' | 'instruments'>,
  from: number,
  to: number,
): readonly CompanyNews[] {
  const random = new RandomStreams(seed, dayIndex, ['news']);
  const news: CompanyNews[] = [];
  for (const [instrument, { tradable, annualVolatilityBps }] of instruments.entries()) {
    if (random.below(0, ONE_DAY_IN) !== 0) continue;
    const kind = random.below(0, NEWS_KINDS.length);
    const [least, most] = SIZES[kind >> 1]!;
    const size = least + random.below(0, most - least + 1);
    const points = Math.max(1, Math.round((annualVolatilityBps * size) / (100 * ROOT_OF_DAYS)));
    const step = from + random.below(0, to - from);
    const figure = random.below(0, 100);
    if (!tradable) continue;
    news.push({ step, instrument, about: NEWS_KINDS[kind]!, bps: (kind & 1) === 0 ? points : -points, figure });
  }
  return news.sort((a, b) => a.step - b.step || a.instrument - b.instrument);
}
