import type { Facts } from './facts.ts';
import type { FundFacts } from './fund-trades.ts';
import type { HistoryFacts } from './history-facts.ts';
import { KNOWN } from './known-facts.ts';
import type { LivedListing } from './listings.ts';
import { mean } from './statistics.ts';
import type { TapeFacts } from './tape-facts.ts';

const two = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const lakh = (rupees: number): string => `Rs ${(rupees / 100_000).toFixed(1)} lakh`;
const perHalfHour = (list: readonly number[], show: (value: number) => string): string => list.map(show).join('  ');

/** A fact, what was measured, what is known of real markets, and whether it is so here; undefined without a range. */
type Line = readonly [string, string, string, boolean | undefined];

const between = (value: number, low: number, high: number): boolean => value >= low && value <= high;
/** Of returns that are said to have no memory. */
const isNear = (value: number): boolean => Math.abs(value) <= 0.05;

const showTable = (lines: readonly Line[]): string[] => [
  '| fact | measured | known | so here |',
  '|---|---|---|---|',
  ...lines.map(([fact, measured, known, isSo]) => {
    const answer = isSo === undefined ? 'no range' : isSo ? 'yes' : '**no**';
    return `| ${[fact, measured, known, answer].join(' | ')} |`;
  }),
];

/** Facts as a table in markdown: what was measured, and what real markets are known for. */
export const showFacts = (facts: Facts, more: OtherFacts): string[] => {
  return showTable([...factLines(facts), ...moreLines(more)]);
};

/** What does not come from the same days: five years before the first, first days of new shares, and funds. */
export type OtherFacts = {
  readonly history: HistoryFacts;
  readonly listings: readonly LivedListing[];
  readonly funds: readonly FundFacts[];
};

function moreLines({ history, listings, funds }: OtherFacts): Line[] {
  const gains = listings.map(({ bid, issuePrice }) => bid / issuePrice - 1);
  return [
    [
      'five years: kurtosis of daily returns, shares; index',
      `${history.kurtosis.shares.toFixed(1)}; ${history.kurtosis.index.toFixed(1)}`,
      KNOWN.daily,
      history.kurtosis.shares > 3 && history.kurtosis.index > 3,
    ],
    ...history.clustering.map(({ lag, shares, index }): Line => [
      `five years: autocorrelation of the size of returns, ${lag} days, shares; index`,
      `${two(shares)}; ${two(index)}`,
      KNOWN.dailyClusters,
      shares > 0 && index > 0,
    ]),
    [
      'five years: gap on days of results, of one on others',
      `${history.resultsGap.toFixed(1)} times`,
      KNOWN.results,
      history.resultsGap > 1,
    ],
    [
      'five years: largest fall of the index, and market days until it was won back',
      `${percent(history.fall)}, ${history.recovery ?? 'not yet'}`,
      KNOWN.crash,
      undefined,
    ],
    [
      'five years: days a year at the limit, shares with a fixed band',
      two(history.circuitDays),
      'no figure at hand; many more in the smallest shares',
      undefined,
    ],
    [
      'five years: deviation of the daily volume of the index',
      percent(history.volume),
      KNOWN.indexVolume,
      between(history.volume, 0.2, 0.5),
    ],
    [
      'listings: gain at the opening, average; above the issue price',
      gainText(gains),
      KNOWN.listings,
      between(mean(gains), 0.09, 0.29),
    ],
    [
      'listings: shares traded on the first day, of those sold to the public',
      percent(mean(listings.map(({ turnover }) => turnover))),
      KNOWN.firstDay,
      undefined,
    ],
    ...funds.flatMap(({ code, spreadBps, near, far, trackingBps }): Line[] => [
      [`fund ${code}: spread`, `${spreadBps.toFixed(1)} bps`, KNOWN.fundSpread, between(spreadBps, 0, 10)],
      [
        `fund ${code}: middle price from its value, half of the time and 99 of 100 within`,
        `${near.toFixed(1)}; ${far.toFixed(1)} bps`,
        KNOWN.premium,
        between(near, 0, 10) && between(far, 0, 20),
      ],
      [
        `fund ${code}: deviation of its daily return from that of its value`,
        `${trackingBps.toFixed(1)} bps`,
        KNOWN.premium,
        between(trackingBps, 0, 10),
      ],
    ]),
  ];
}

const gainText = (gains: readonly number[]): string =>
  `${percent(mean(gains))}; ${percent(gains.filter((gain) => gain > 0).length / gains.length)}`;

function factLines(facts: Facts): Line[] {
  const narrows = facts.sizes.every(({ spreadBps }, at) => at === 0 || spreadBps > facts.sizes[at - 1]!.spreadBps);
  const thins = facts.sizes.every(({ depth }, at) => at === 0 || depth < facts.sizes[at - 1]!.depth);
  const { spreadBpsByHalfHour: spreads, volumeShareByHalfHour: volumes } = facts;
  const least = Math.min(...volumes);
  const kurtoses = Object.values(facts.kurtosis);
  const falls = kurtoses.every((value, at) => value > 3 && (at === 0 || value < kurtoses[at - 1]!));
  const isIndustry = facts.correlationWithin > facts.correlationAcross;
  return [
    ...facts.sizes.flatMap(({ size, shares, spreadTicks, spreadBps, depth }): Line[] => [
      [
        `spread, ${size} (${shares} shares)`,
        `${spreadTicks.toFixed(1)} ticks, ${spreadBps.toFixed(1)} bps`,
        KNOWN.spread,
        narrows,
      ],
      [`depth at five prices, both sides, ${size}`, lakh(depth), KNOWN.depth, thins],
    ]),
    [
      'spread by half hour from 09:15, bps',
      perHalfHour(spreads, (value) => value.toFixed(1)),
      KNOWN.spreadDay,
      spreads[0] === Math.max(...spreads),
    ],
    [
      'volume by half hour, % of continuous trading',
      perHalfHour(volumes, (value) => (value * 100).toFixed(1)),
      KNOWN.smile,
      volumes[0]! > 1.5 * least && volumes.at(-1)! > 1.5 * least,
    ],
    ...Object.entries(facts.kurtosis).map(([minutes, value]): Line => [
      `kurtosis of ${minutes}-minute returns`,
      value.toFixed(1),
      KNOWN.tails,
      falls,
    ]),
    ...Object.entries(facts.sizesAutocorrelation).map(([lag, value]): Line => [
      `autocorrelation of the size of returns, ${lag}`,
      two(value),
      KNOWN.clusters,
      value >= 0.005,
    ]),
    ...Object.entries(facts.returnsAutocorrelation).map(([lag, value]): Line => [
      `autocorrelation of returns, ${lag}`,
      two(value),
      KNOWN.memory,
      isNear(value),
    ]),
    ['correlation of 5-minute returns inside a sector', two(facts.correlationWithin), KNOWN.sectors, isIndustry],
    ['the same across sectors', two(facts.correlationAcross), KNOWN.sectors, isIndustry],
    [
      'deviation of a day against the yearly volatility',
      two(facts.dailyDeviation),
      '0.85 to 1.15: the universe gives it',
      between(facts.dailyDeviation, 0.85, 1.15),
    ],
    [
      'deviation of the opening gap, of a day’s',
      two(facts.gapDeviation),
      KNOWN.gap,
      facts.gapDeviation > 0 && facts.gapDeviation < Math.SQRT1_2,
    ],
    [
      'volume of a day against the usual',
      two(facts.volumeOfDay),
      '0.85 to 1.15: the universe gives it',
      between(facts.volumeOfDay, 0.85, 1.15),
    ],
    ['of it in the opening auction', percent(facts.openingVolume), KNOWN.opening, undefined],
    ['of it in the closing auction', percent(facts.closingVolume), KNOWN.closing, undefined],
    ...facts.rules.map(({ kind, lookback, trades, atMiddle, atQuotes, afterCharges }): Line => [
      `${kind}, ${lookback} min (${trades.toLocaleString('en')} trades), bps each`,
      `${two(atMiddle)} free, ${two(atQuotes)} at the quotes, ${two(afterCharges)} after charges`,
      KNOWN.rules,
      afterCharges < 0,
    ]),
  ];
}

const rupees = (value: number): string => `Rs ${Math.round(value).toLocaleString('en-IN')}`;

/** The tape and the books of whole days, beside what is known, with the range that Khara should stand in. */
export function showTape(tape: TapeFacts): string[] {
  return showTable([
    ...tape.bySize.flatMap(({ name, shares, meanTrade, medianTrade, oneShare, ordersALevel }): Line[] => [
      [
        `mean and median trade, ${name} (${shares} shares)`,
        `${rupees(meanTrade)}, ${rupees(medianTrade)}`,
        KNOWN.trade,
        undefined,
      ],
      [`trades of one share, ${name}`, percent(oneShare), KNOWN.oneShare, undefined],
      [`orders a price, five best of a side, ${name}`, two(ordersALevel), KNOWN.orders, ordersALevel > 1],
    ]),
    ['mean trade of all', rupees(tape.meanTrade), KNOWN.trade, between(tape.meanTrade, 20_000, 40_000)],
    [
      'of the value of a day at the close, after it',
      `${(tape.atClose * 100).toFixed(2)} %`,
      KNOWN.atClose,
      tape.atClose < 0.01,
    ],
    ['days at a circuit, shares with bands of 2 to 10 %', percent(tape.circuitDays), KNOWN.circuits, undefined],
    ['books of thin shares with one side or none', percent(tape.oneSided), KNOWN.oneSided, undefined],
    [
      'orders placed and taken out, for each trade',
      two(tape.ordersToTrade),
      KNOWN.ordersToTrade,
      tape.ordersToTrade > 1,
    ],
  ]);
}
