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
  /** Of results, what the company's accounts are made from. */
  readonly results?: ResultsDraw | undefined;
};

/** What chance has in store for a company's quarter. */
export type ResultsDraw = {
  /** By how much the profit differs from what was expected, in thousandths of its usual deviation. */
  readonly surprise: number;
  /** 0 to 2^31 - 1: for everything else of the accounts. */
  readonly chance: number;
};

/** What a company publishes on a day, from the day's seed and its code alone: any holder of the seed finds it again. */
export function drawResults(seed: MarketSpec['seed'], dayIndex: number, code: string): ResultsDraw {
  const random = new RandomStreams(seed, dayIndex, [`results of ${code}`]);
  return { surprise: Math.round(1_000 * random.bell(0)), chance: random.bits(0) };
}

/** Steps after participants heard of news at which its article may show: makers have had their chance by then. */
export const ARTICLE_AFTER_STEPS = 8;

/** Besides its results a company has news on one day in this number: about two a day among 236 shares. */
const ONE_DAY_IN = 120;
/**
 * The least and the most of a share's usual daily deviation that news other than results moves its value by, in
 * percent, by pairs of kinds.
 */
const SIZES: readonly (readonly [number, number])[] = [
  [50, 120],
  [40, 100],
  [30, 90],
];
/**
 * How results move a value, in usual daily deviations: by what the profit differs from what was expected, and by what
 * accounts do not say and participants read between the lines.
 */
const RESULTS = { surprise: 0.75, chance: 1 } as const;
/** Trading days of a year, as a root: what a yearly deviation is divided by for a day's. */
const ROOT_OF_DAYS = 15.81;
const FIGURES = 100;

/** Ten-thousandths of the value that results move it by; never nothing. */
function resultsMove({ surprise, chance }: ResultsDraw, annualVolatilityBps: number): number {
  // A bell of four numbers.
  const parts = [chance >>> 24, (chance >>> 17) & 0x7f, (chance >>> 10) & 0x7f, (chance >>> 3) & 0x7f];
  const other = (parts.reduce((sum, part) => sum + part, 0) - 254) / 73.9;
  const deviations = (RESULTS.surprise * surprise) / 1_000 + RESULTS.chance * other;
  return Math.round((annualVolatilityBps * deviations) / ROOT_OF_DAYS) || 1;
}

/**
 * The news of a day, in the order in which it comes out: a function of the day's seed, so that it cannot be
 * chosen, and a holder of the seed can find it again. It is spread evenly over the steps from `from` to
 * before `to`.
 */
export function newsOfDay(
  { seed, dayIndex, instruments }: Pick<MarketSpec, 'seed' | 'dayIndex' | 'instruments'>,
  from: number,
  to: number,
): readonly CompanyNews[] {
  const random = new RandomStreams(seed, dayIndex, ['news']);
  const news: CompanyNews[] = [];
  for (const [
    instrument,
    { code, tradable, annualVolatilityBps, basket, entitlement, hasResults },
  ] of instruments.entries()) {
    if (basket || entitlement) continue; // no company
    const isOther = random.below(0, ONE_DAY_IN) === 0;
    if (!hasResults && !isOther) continue;
    const kind = 2 + random.below(0, NEWS_KINDS.length - 2);
    const figure = random.below(0, FIGURES);
    const step = from + random.below(0, to - from);
    if (!tradable) continue;
    if (hasResults) {
      const results = drawResults(seed, dayIndex, code);
      const about = results.surprise >= 0 ? 'results_above' : 'results_below';
      news.push({ step, instrument, about, bps: resultsMove(results, annualVolatilityBps), figure, results });
      continue;
    }
    const [least, most] = SIZES[(kind >> 1) - 1]!;
    const size = least + ((most - least) * figure) / (FIGURES - 1);
    const points = Math.max(1, Math.round((annualVolatilityBps * size) / (100 * ROOT_OF_DAYS)));
    news.push({ step, instrument, about: NEWS_KINDS[kind]!, bps: (kind & 1) === 0 ? points : -points, figure });
  }
  return news.sort((a, b) => a.step - b.step || a.instrument - b.instrument);
}
