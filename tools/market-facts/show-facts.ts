import type { Facts } from './facts.ts';

const two = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const lakh = (rupees: number): string => `Rs ${(rupees / 100_000).toFixed(1)} lakh`;
const perHalfHour = (list: readonly number[], show: (value: number) => string): string => list.map(show).join('  ');

/** Facts as a table in markdown: what was measured, and what real markets are known for. */
export function showFacts(facts: Facts): string[] {
  const lines: (readonly [string, string, string])[] = [
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
  return ['| fact | measured | known |', '|---|---|---|', ...lines.map((line) => `| ${line.join(' | ')} |`)];
}

const KNOWN = {
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
} as const;
