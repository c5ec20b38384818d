import type { FundTerms, Index, Issuer } from '@khara/universe';
import { emptyCandles, type Candles } from './candles.ts';
import { Stream } from './random.ts';

/** Trading days of a year over which a fund's expenses are spread. */
const DAYS_OF_YEAR = 250;

export type Fund = Issuer & { readonly fund: FundTerms };

/** Daily candles of a fund's units, oldest first: its index's, less the expenses since, with a volume of its own. */
export function fundDays(seed: Uint8Array, fund: Fund, index: Index, levels: Candles): Candles {
  const stream = new Stream(seed, 'share', fund.code);
  const units = emptyCandles(levels.length);
  for (let at = 0; at < levels.length; at += 1) {
    const price = priceAt(fund, index, levels.length - 1 - at);
    units.open[at] = price(levels.open[at]!);
    units.high[at] = price(levels.high[at]!);
    units.low[at] = price(levels.low[at]!);
    units.close[at] = price(levels.close[at]!);
    const sway = Math.round((Math.abs(units.close[at]! - units.open[at]!) * 100_000) / units.open[at]!);
    units.volume[at] = Math.floor(
      (fund.averageDailyVolume * (500 + stream.below(700) + Math.min(sway, 1_500))) / 1_000,
    );
  }
  return units;
}

/** The minutes of a day, from the index's; together they have the day's volume. */
export function fundMinutes(
  fund: Fund,
  index: Index,
  { levels, volume, back }: { readonly levels: Candles; readonly volume: number; readonly back: number },
): Candles {
  const price = priceAt(fund, index, back);
  const minutes = emptyCandles(levels.length);
  const whole = levels.volume.reduce((sum, one) => sum + one, 0);
  const everyMinute = volume >= 2 * levels.length ? 1 : 0;
  const rest = volume - everyMinute * levels.length;
  let [traded, given] = [0, 0];
  for (let minute = 0; minute < levels.length; minute += 1) {
    minutes.open[minute] = price(levels.open[minute]!);
    minutes.high[minute] = price(levels.high[minute]!);
    minutes.low[minute] = price(levels.low[minute]!);
    minutes.close[minute] = price(levels.close[minute]!);
    traded += levels.volume[minute]!;
    const upTo = Math.floor((rest * traded) / whole);
    minutes.volume[minute] = everyMinute + upTo - given;
    given = upTo;
  }
  return minutes;
}

/** What a unit cost at a level of the index, `days` before the last; the same level later is worth less. */
function priceAt({ referencePricePaise, fund, tickPaise }: Fund, { baseLevel }: Index, back: number) {
  const kept = 1 + (fund.expenseBps * (back + 1)) / (10_000 * DAYS_OF_YEAR);
  return (level: number): number =>
    Math.max(1, Math.round((level * referencePricePaise * kept) / (baseLevel * tickPaise))) * tickPaise;
}
