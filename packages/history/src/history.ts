import {
  lastQuarterEnd,
  nextRegularDay,
  placesInQuarter,
  previousRegularDay,
  resultsPlace,
  type Day,
} from '@khara/rules';
import { isFund, type Index, type Issuer } from '@khara/universe';
import { openingAccounts } from './accounts/opening-accounts.ts';
import type { Quarter } from './accounts/quarter.ts';
import { emptyCandles, type Candles } from './candles.ts';
import { marketFactor, sectorFactor, type Factor } from './factors.ts';
import { fundDays, fundMinutes, type Fund } from './fund-days.ts';
import { indexDays, indexMinutes, type Constituent } from './index-days.ts';
import { minutesWithin, moodOfDay } from './minutes.ts';
import { Stream } from './random.ts';
import { shareDays } from './share-days.ts';

/** Years of daily candles before the first market day. */
const HISTORY_YEARS = 5;
/**
 * Market days before the first for which minutes of an index come from its constituents' minutes, as they do
 * when the market runs.
 */
export const EXACT_INDEX_DAYS = 5;

export type HistorySpec = {
  readonly seed: Uint8Array;
  /** Oldest first; the market's first day follows the last. See `historyDays`. */
  readonly days: readonly Day[];
  readonly issuers: readonly Issuer[];
  readonly indices: readonly Index[];
};

/**
 * What the market did before its first day: made from the seed when it is asked for, the same for every
 * caller at any time. It agrees with itself at every interval: minutes add up to their day, weeks and months
 * are sums of days.
 */
export type History = {
  readonly days: readonly Day[];
  /**
   * Daily candles, oldest first, of the last days of `days`: fewer for a share that was listed later.
   * Undefined for an unknown code.
   */
  daily(code: string): Candles | undefined;
  /** The 375 minutes of a day; undefined when the code had none on it. */
  minutes(code: string, day: Day): Candles | undefined;
  /** What a company had published before it was listed, or before the market's first day: oldest quarter first. */
  accounts(issuer: Issuer): readonly Quarter[];
};

/** Trading days with the usual hours of the five years before a day, oldest first. */
export function historyDays(firstMarketDate: Day): readonly Day[] {
  const from = `${Number(firstMarketDate.slice(0, 4)) - HISTORY_YEARS}${firstMarketDate.slice(4)}`;
  const days: Day[] = [];
  for (let day = previousRegularDay(firstMarketDate); day >= from; day = previousRegularDay(day)) days.push(day);
  return days.reverse();
}

export function createHistory({ seed, days, issuers, indices }: HistorySpec): History {
  const issuersByCode = new Map(issuers.map((issuer) => [issuer.code, issuer]));
  const indicesByCode = new Map(indices.map((index) => [index.code, index]));
  const backOf = new Map(days.map((day, at) => [day, days.length - 1 - at]));
  const dailyByCode = new Map<string, Candles>();
  let places: readonly number[] | undefined;
  const sectors = new Map<string, Factor>();
  let market: Factor | undefined;
  let mood: { readonly back: number; readonly values: Int32Array } | undefined;

  const findSector = (key: string): Factor => {
    const made = sectors.get(key) ?? sectorFactor(seed, key, days.length);
    sectors.set(key, made);
    return made;
  };
  const moodOn = (back: number): Int32Array => {
    if (mood?.back !== back) mood = { back, values: moodOfDay(new Stream(seed, 'mood', back)) };
    return mood.values;
  };
  const daysSince = (listedOn: Day): number => days.length - days.findIndex((day) => day >= listedOn);
  /** A fund of an index that is not there has no past. */
  const trackedIndex = (fund: Fund): Index | undefined => indicesByCode.get(fund.fund.index);
  const makeFund = (fund: Fund): Candles => {
    const index = trackedIndex(fund);
    return index ? fundDays(seed, fund, index, daily(index.code)!) : emptyCandles(0);
  };
  const makeShare = (issuer: Issuer): Candles => {
    const last = days.at(-1);
    if (last === undefined || issuer.listedOn > last) return emptyCandles(0);
    if (isFund(issuer)) return makeFund(issuer);
    market ??= marketFactor(seed, days.length);
    const placed = (places ??= placesInQuarter(days));
    const place = resultsPlace(issuer.code);
    return shareDays(seed, issuer, daysSince(issuer.listedOn), {
      market,
      sector: findSector(issuer.sectorKey),
      resultsOn: (back) => {
        const at = days.length - 1 - back;
        return placed[at] === place ? lastQuarterEnd(days[at]!) : undefined;
      },
    });
  };
  const indexMembers = (index: Index): Constituent[] =>
    index.constituents.map((code) => {
      const issuer = issuersByCode.get(code)!;
      return { issuer, days: daily(code)!, minutes: (back) => bridged(code, issuer.tickPaise, back)! };
    });
  const makeIndex = (index: Index): Candles => indexDays(index, indexMembers(index), days.length, EXACT_INDEX_DAYS);

  function daily(code: string): Candles | undefined {
    const known = dailyByCode.get(code);
    if (known) return known;
    const issuer = issuersByCode.get(code);
    const index = indicesByCode.get(code);
    const made = issuer ? makeShare(issuer) : index ? makeIndex(index) : undefined;
    if (made) dailyByCode.set(code, made);
    return made;
  }

  function bridged(code: string, tick: number, back: number): Candles | undefined {
    const candles = daily(code);
    const at = (candles?.length ?? 0) - 1 - back;
    if (!candles || at < 0) return undefined;
    const day = {
      open: candles.open[at]!,
      high: candles.high[at]!,
      low: candles.low[at]!,
      close: candles.close[at]!,
      volume: candles.volume[at]!,
    };
    return minutesWithin(day, tick, new Stream(seed, 'minutes', code, back), moodOn(back));
  }

  const minutesOfIndex = (index: Index, back: number): Candles | undefined =>
    back < EXACT_INDEX_DAYS ? indexMinutes(index, indexMembers(index), back) : bridged(index.code, 1, back);

  function minutesOfFund(fund: Fund, back: number): Candles | undefined {
    const index = trackedIndex(fund);
    const levels = index && minutesOfIndex(index, back);
    const volume = daily(fund.code)?.volume.at(-1 - back);
    return index && levels && volume !== undefined ? fundMinutes(fund, index, { levels, volume, back }) : undefined;
  }

  return {
    days,
    daily,
    accounts(issuer) {
      const last = days.at(-1);
      const first = last === undefined ? issuer.listedOn : nextRegularDay(last);
      return openingAccounts(seed, issuer, issuer.listedOn > first ? issuer.listedOn : first);
    },
    minutes(code, day) {
      const back = backOf.get(day);
      if (back === undefined) return undefined;
      const issuer = issuersByCode.get(code);
      if (issuer) return isFund(issuer) ? minutesOfFund(issuer, back) : bridged(code, issuer.tickPaise, back);
      const index = indicesByCode.get(code);
      return index && minutesOfIndex(index, back);
    },
  };
}
