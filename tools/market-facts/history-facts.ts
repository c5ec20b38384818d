import { createHistory, historyDays, type Candles } from '@khara/history';
import { placesInQuarter, resultsPlace, staticBand } from '@khara/rules';
import { isFund, ownBandOf, type Universe } from '@khara/universe';
import { autocorrelation, deviation, kurtosis, mean, median } from './statistics.ts';

const FIRST_MARKET_DATE = '2026-11-23';
const LAGS = [1, 5, 20] as const;
const YEAR = 250;

/** What five generated years look like: medians over the shares that were listed all the time, and the index. */
export type HistoryFacts = {
  readonly kurtosis: { readonly shares: number; readonly index: number };
  readonly clustering: readonly { readonly lag: number; readonly shares: number; readonly index: number }[];
  /** Average size of the opening gap on days of results, against other days. */
  readonly resultsGap: number;
  /** Largest fall of the index from a high, and days until it stood there again; undefined when it did not. */
  readonly fall: number;
  readonly recovery: number | undefined;
  /** Days a year at the limit, of a share with a fixed band. */
  readonly circuitDays: number;
  /** Deviation of the index's daily volume, as a part of it. */
  readonly volume: number;
};

const dailyReturns = ({ close }: Candles): number[] =>
  Array.from({ length: close.length - 1 }, (_, at) => close[at + 1]! / close[at]! - 1);

const sizes = (returns: readonly number[]): number[] => returns.map(Math.abs);

export function historyFacts({ issuers, indices }: Universe, seed: bigint): HistoryFacts {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setBigUint64(0, seed);
  const days = historyDays(FIRST_MARKET_DATE);
  const history = createHistory({ seed: bytes, days, issuers, indices });
  const old = issuers.flatMap((issuer) => {
    const candles = history.daily(issuer.code)!;
    return isFund(issuer) || candles.length < days.length ? [] : [{ issuer, candles, returns: dailyReturns(candles) }];
  });
  const index = history.daily('KHARA50')!;
  const ofIndex = dailyReturns(index);
  const gaps = { results: [] as number[], others: [] as number[] };
  const places = placesInQuarter(days);
  let [atLimit, inBand] = [0, 0];
  for (const { issuer, candles } of old) {
    for (let at = 1; at < candles.length; at++) {
      const [before, close] = [candles.close[at - 1]!, candles.close[at]!];
      const gap = Math.abs(candles.open[at]! / before - 1);
      (places[at] === resultsPlace(issuer.code) ? gaps.results : gaps.others).push(gap);
      const percent = ownBandOf(issuer);
      if (percent === undefined) continue;
      const band = staticBand(before, percent, issuer.tickPaise);
      inBand += 1;
      if (close >= band.upper - issuer.tickPaise || close <= band.lower + issuer.tickPaise) atLimit += 1;
    }
  }
  return {
    kurtosis: { shares: median(old.map(({ returns }) => kurtosis(returns))), index: kurtosis(ofIndex) },
    clustering: LAGS.map((lag) => ({
      lag,
      shares: median(old.map(({ returns }) => autocorrelation([sizes(returns)], lag))),
      index: autocorrelation([sizes(ofIndex)], lag),
    })),
    resultsGap: mean(gaps.results) / mean(gaps.others),
    ...worstFall(index),
    circuitDays: (atLimit / inBand) * YEAR,
    volume: deviation([...index.volume]) / mean([...index.volume]),
  };
}

function worstFall({ close }: Candles): Pick<HistoryFacts, 'fall' | 'recovery'> {
  let worst = { fall: 0, high: 0, low: 0 };
  let high = 0;
  for (let at = 1; at < close.length; at++) {
    if (close[at]! > close[high]!) high = at;
    const fall = 1 - close[at]! / close[high]!;
    if (fall > worst.fall) worst = { fall, high, low: at };
  }
  const back = close.findIndex((level, at) => at > worst.low && level >= close[worst.high]!);
  return { fall: worst.fall, recovery: back === -1 ? undefined : back - worst.low };
}
