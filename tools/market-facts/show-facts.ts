import type { Facts } from './facts.ts';
import type { FundFacts } from './fund-trades.ts';
import type { HistoryFacts } from './history-facts.ts';
import type { LivedListing } from './listings.ts';
import { mean } from './statistics.ts';
import type { TapeFacts } from './tape-facts.ts';

const two = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const lakh = (rupees: number): string => `Rs ${(rupees / 100_000).toFixed(1)} lakh`;
const perHalfHour = (list: readonly number[], show: (value: number) => string): string => list.map(show).join('  ');

type Line = readonly [string, string, string];

/** Facts as a table in markdown: what was measured, and what real markets are known for. */
export const showFacts = (facts: Facts, more: OtherFacts): string[] => {
  const lines = [...linesOf(facts), ...moreLines(more)];
  return ['| fact | measured | known |', '|---|---|---|', ...lines.map((line) => `| ${line.join(' | ')} |`)];
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
    ],
    ...history.clustering.map(({ lag, shares, index }): Line => [
      `five years: autocorrelation of the size of returns, ${lag} days, shares; index`,
      `${two(shares)}; ${two(index)}`,
      KNOWN.dailyClusters,
    ]),
    ['five years: gap on days of results, of one on others', `${history.resultsGap.toFixed(1)} times`, KNOWN.results],
    [
      'five years: largest fall of the index, and market days until it was won back',
      `${percent(history.fall)}, ${history.recovery ?? 'not yet'}`,
      KNOWN.crash,
    ],
    [
      'five years: days a year at the limit, shares with a fixed band',
      two(history.circuitDays),
      'no figure at hand; many more in the smallest shares',
    ],
    ['five years: deviation of the daily volume of the index', percent(history.volume), KNOWN.indexVolume],
    ['listings: gain at the opening, average; above the issue price', gainText(gains), KNOWN.listings],
    [
      'listings: shares traded on the first day, of those sold to the public',
      percent(mean(listings.map(({ turnover }) => turnover))),
      KNOWN.firstDay,
    ],
    ...funds.flatMap(({ code, spreadBps, near, far, trackingBps }): Line[] => [
      [`fund ${code}: spread`, `${spreadBps.toFixed(1)} bps`, KNOWN.fundSpread],
      [
        `fund ${code}: middle price from its value, half of the time and 99 of 100 within`,
        `${near.toFixed(1)}; ${far.toFixed(1)} bps`,
        KNOWN.premium,
      ],
      [
        `fund ${code}: deviation of its daily return from that of its value`,
        `${trackingBps.toFixed(1)} bps`,
        KNOWN.premium,
      ],
    ]),
  ];
}

const gainText = (gains: readonly number[]): string =>
  `${percent(mean(gains))}; ${percent(gains.filter((gain) => gain > 0).length / gains.length)}`;

function linesOf(facts: Facts): Line[] {
  return [
    ...facts.sizes.flatMap(({ size, shares, spreadTicks, spreadBps, depth }): [string, string, string][] => [
      [
        `spread, ${size} (${shares} shares)`,
        `${spreadTicks.toFixed(1)} ticks, ${spreadBps.toFixed(1)} bps`,
        KNOWN.spread,
      ],
      [`depth at five prices, both sides, ${size}`, lakh(depth), KNOWN.depth],
    ]),
    [
      'spread by half hour from 09:15, bps',
      perHalfHour(facts.spreadBpsByHalfHour, (value) => value.toFixed(1)),
      KNOWN.spreadDay,
    ],
    [
      'volume by half hour, % of continuous trading',
      perHalfHour(facts.volumeShareByHalfHour, (value) => (value * 100).toFixed(1)),
      KNOWN.smile,
    ],
    ...Object.entries(facts.kurtosis).map(
      ([minutes, value]) => [`kurtosis of ${minutes}-minute returns`, value.toFixed(1), KNOWN.tails] as const,
    ),
    ...Object.entries(facts.sizesAutocorrelation).map(
      ([lag, value]) => [`autocorrelation of the size of returns, ${lag}`, two(value), KNOWN.clusters] as const,
    ),
    ...Object.entries(facts.returnsAutocorrelation).map(
      ([lag, value]) => [`autocorrelation of returns, ${lag}`, two(value), KNOWN.memory] as const,
    ),
    ['correlation of 5-minute returns inside a sector', two(facts.correlationWithin), KNOWN.sectors],
    ['the same across sectors', two(facts.correlationAcross), KNOWN.sectors],
    ['deviation of a day against the yearly volatility', two(facts.dailyDeviation), '1: the universe gives it'],
    ['deviation of the opening gap, of a day’s', two(facts.gapDeviation), KNOWN.gap],
    ['volume of a day against the usual', two(facts.volumeOfDay), '1: the universe gives it'],
    ['of it in the opening auction', percent(facts.openingVolume), KNOWN.opening],
    ['of it in the closing auction', percent(facts.closingVolume), KNOWN.closing],
    ...facts.rules.map(
      ({ kind, lookback, trades, atMiddle, atQuotes, afterCharges }) =>
        [
          `${kind}, ${lookback} min (${trades.toLocaleString('en')} trades), bps each`,
          `${two(atMiddle)} free, ${two(atQuotes)} at the quotes, ${two(afterCharges)} after charges`,
          KNOWN.rules,
        ] as const,
    ),
  ];
}

const rupees = (value: number): string => `Rs ${Math.round(value).toLocaleString('en-IN')}`;

/** The tape and the books of whole days, beside what is known, with the range that Khara should stand in. */
export function showTape(tape: TapeFacts): string[] {
  const lines: (readonly [string, string, string])[] = [
    ...tape.bySize.flatMap(({ name, shares, meanTrade, medianTrade, oneShare, ordersALevel }) => [
      [
        `mean and median trade, ${name} (${shares} shares)`,
        `${rupees(meanTrade)}, ${rupees(medianTrade)}`,
        KNOWN.trade,
      ] as const,
      [`trades of one share, ${name}`, percent(oneShare), KNOWN.oneShare] as const,
      [`orders a price, five best of a side, ${name}`, two(ordersALevel), KNOWN.orders] as const,
    ]),
    ['mean trade of all', rupees(tape.meanTrade), KNOWN.trade],
    ['of the value of a day at the close, after it', `${(tape.atClose * 100).toFixed(2)} %`, KNOWN.atClose],
    ['days at a circuit, shares with bands of 2 to 10 %', percent(tape.circuitDays), KNOWN.circuits],
    ['books of thin shares with one side or none', percent(tape.oneSided), KNOWN.oneSided],
    ['orders placed and taken out, for each trade', two(tape.ordersToTrade), KNOWN.ordersToTrade],
  ];
  return ['| fact | measured | known |', '|---|---|---|', ...lines.map((line) => `| ${line.join(' | ')} |`)];
}

const KNOWN = {
  trade:
    'Rs 20,000 to 40,000 over all shares: Rs 29,510 in 2023-24, Rs 33,356 in June 2024 (NSE Market Pulse, reported by NDTV Profit)',
  oneShare: 'common; no figure at hand',
  orders: 'several at the best prices of a liquid share; no figure at hand',
  atClose: 'well under 1 % (recalled)',
  circuits: 'daily news in the smallest shares; no figure at hand',
  oneSided: 'usual in the smallest shares; no figure at hand',
  ordersToTrade: 'above 1',
  spread: 'narrower the larger the turnover (Demsetz 1968; Roll 1984)',
  depth: 'more the larger the turnover (the same)',
  spreadDay: 'widest after the opening (McInish and Wood 1992)',
  smile: 'U-shaped over the day (Jain and Joh 1988; Admati and Pfleiderer 1988)',
  tails: 'far above 3 at minutes, falling as the interval grows (Cont 2001)',
  clusters: 'positive for hours and falling slowly (Cont 2001)',
  memory: 'about 0 beyond a few minutes (Cont 2001)',
  sectors: 'shares of one industry move together more than others (King 1966)',
  gap: 'prices move less in the closed hours than in the open ones, though more than nothing (French and Roll 1986)',
  opening: 'small; no figure at hand',
  closing:
    'no figure for India yet: the session began in August 2026; 7.5 % in the United States in 2018 (Bogousslavsky and Muravyev 2023)',
  rules:
    'loses after charges (Fama 1970; SEBI July 2024: 7 of 10 individual intraday traders in shares lost in 2022-23)',
  daily: 'well above 3 (Mandelbrot 1963; Cont 2001)',
  dailyClusters: 'positive for weeks, falling slowly (Ding, Granger and Engle 1993)',
  results: 'earnings move prices more than other days do (Beaver 1968)',
  crash: 'NIFTY 50: -38 % in early 2020, won back by November 2020 (recalled)',
  indexVolume: 'a fifth to a half (recalled)',
  listings: '9 % in the year to March 2023, 29 % to March 2024 (I12); two of three gained, more or less (recalled)',
  firstDay: 'no figure at hand; 54 % of the shares allotted were sold within a week (I12)',
  fundSpread: 'a few bps in the largest funds of an index (recalled)',
  premium: 'a few bps in the largest funds; more in small ones (recalled)',
} as const;
