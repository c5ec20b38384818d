import { roundToTick } from '@khara/rules';
import { assert } from './assert.ts';
import type { ClosingPrice } from './closing-price.ts';
import { packMinutes } from './packed-minutes.ts';
import type { TradingDay } from './trading-day.ts';

/** One instrument's finished day. Prices are undefined when nothing traded. */
export type FinishedDay = {
  readonly code: string;
  readonly openPrice: number | undefined;
  readonly highPrice: number | undefined;
  readonly lowPrice: number | undefined;
  readonly lastPrice: number | undefined;
  readonly closePrice: number;
  readonly closeFrom: ClosingPrice['from'];
  readonly volume: number;
  readonly valuePaise: bigint;
  readonly tick: number;
  readonly minutes: Uint8Array | undefined;
};

/** What a closed day leaves behind, one row per instrument: its candle from its minutes, and its official close. */
export function finishedDay(day: TradingDay): readonly FinishedDay[] {
  const { issuers, indices } = day.universe;
  assert(day.closing, 'the day has not closed');
  const { tape, market, spec } = day;
  const closes = spec.instruments.map((_, share) => readClosePrice(day, share));
  const levels = tape.levelsAt(closes);
  return [
    ...issuers.map(({ code }, share) => {
      const { volume, valuePaise } = market.quote(share);
      const common = {
        code,
        closePrice: closes[share]!,
        closeFrom: day.closingPrice(share)?.from ?? 'previous_close',
        volume,
        valuePaise,
        tick: spec.instruments[share]!.tick,
      };
      return { ...common, ...dayCandle(day, share) };
    }),
    ...indices.map(({ code }, index) => ({
      code,
      closePrice: levels[index]!,
      closeFrom: 'last_trade' as const, // of its constituents' closes
      volume: tape.volume(tape.shares + index),
      valuePaise: tape.valuePaise(tape.shares + index),
      tick: 1,
      ...dayCandle(day, tape.shares + index),
    })),
  ];
}

/** The official close of a share on a day that has closed, paise. */
export function readClosePrice(day: TradingDay, share: number): number {
  assert(day.closing, 'the day has not closed');
  return (
    foundClose(day, share) ?? roundToTick(day.closing.closes[share]!, day.spec.instruments[share]!.tick, 'nearest')
  );
}

/** The close of a share as soon as it is found; undefined until then, or where only the end of the day makes it. */
function foundClose(day: TradingDay, share: number): number | undefined {
  // It has not traded: its close is what the company that it comes from lost by it.
  if (day.tape.isDemergedToday(share)) return day.tape.lastPrice(share);
  const { tradable, tick } = day.spec.instruments[share]!;
  // Suspended before the day began, it has no session that could find one.
  return tradable ? day.closingPrice(share)?.price : roundToTick(day.market.quote(share).last, tick, 'nearest');
}

/** The closes of the indices, made of those of all shares; undefined until these are known. */
export function closingLevels(day: TradingDay): readonly number[] | undefined {
  const closes: number[] = [];
  for (const share of day.spec.instruments.keys()) {
    const close = day.closing ? readClosePrice(day, share) : foundClose(day, share);
    if (close === undefined) return undefined;
    closes.push(close);
  }
  return day.tape.levelsAt(closes);
}

type Candle = Pick<FinishedDay, 'openPrice' | 'highPrice' | 'lowPrice' | 'lastPrice' | 'minutes'>;

const NOTHING_TRADED: Candle = {
  openPrice: undefined,
  highPrice: undefined,
  lowPrice: undefined,
  lastPrice: undefined,
  minutes: undefined,
};

function dayCandle({ tape, minute }: TradingDay, instrument: number): Candle {
  const minutes = tape.minutes(instrument, minute);
  if (!minutes) return NOTHING_TRADED;
  return {
    openPrice: tape.openPrice(instrument),
    highPrice: tape.highPrice(instrument),
    lowPrice: tape.lowPrice(instrument),
    lastPrice: tape.lastPrice(instrument),
    minutes: packMinutes(minutes),
  };
}
