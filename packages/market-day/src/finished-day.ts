import { roundToTick } from '@khara/rules';
import { assert } from './assert.ts';
import type { ClosingPrice } from './closing-price.ts';
import { packMinutes } from './packed-minutes.ts';
import type { TradingDay } from './trading-day.ts';

/** One instrument's finished day. Prices are undefined when nothing traded. */
export interface FinishedDay {
  readonly code: string;
  readonly openPaise: number | undefined;
  readonly highPaise: number | undefined;
  readonly lowPaise: number | undefined;
  readonly lastPaise: number | undefined;
  readonly closePaise: number;
  readonly closeFrom: ClosingPrice['from'];
  readonly volume: number;
  readonly valuePaise: bigint;
  readonly tickPaise: number;
  readonly minutes: Uint8Array | undefined;
}

/** What a closed day leaves behind, one row per instrument: its candle from its minutes, and its official close. */
export function finishedDay(day: TradingDay): readonly FinishedDay[] {
  const { issuers, indices } = day.universe;
  assert(day.closing, 'the day has not closed');
  const { tape, market, spec } = day;
  const closes = spec.instruments.map(
    ({ tick }, share) => day.closingOf(share)?.pricePaise ?? roundToTick(day.closing!.closes[share]!, tick, 'nearest'),
  );
  const levels = tape.levelsAt(closes);
  return [
    ...issuers.map(({ code }, share) => {
      const { volume, valuePaise } = market.quote(share);
      const common = {
        code,
        closePaise: closes[share]!,
        closeFrom: day.closingOf(share)?.from ?? 'previous_close',
        volume,
        valuePaise,
        tickPaise: spec.instruments[share]!.tick,
      };
      return { ...common, ...candleOf(day, share) };
    }),
    ...indices.map(({ code }, index) => ({
      code,
      closePaise: levels[index]!,
      closeFrom: 'last_trade' as const, // of its constituents' closes
      volume: tape.volume(tape.shares + index),
      valuePaise: tape.valuePaise(tape.shares + index),
      tickPaise: 1,
      ...candleOf(day, tape.shares + index),
    })),
  ];
}

type Candle = Pick<FinishedDay, 'openPaise' | 'highPaise' | 'lowPaise' | 'lastPaise' | 'minutes'>;

const NOTHING_TRADED: Candle = {
  openPaise: undefined,
  highPaise: undefined,
  lowPaise: undefined,
  lastPaise: undefined,
  minutes: undefined,
};

function candleOf({ tape, minute }: TradingDay, instrument: number): Candle {
  const minutes = tape.minutes(instrument, minute);
  if (!minutes) return NOTHING_TRADED;
  return {
    openPaise: tape.openPrice(instrument),
    highPaise: tape.highPrice(instrument),
    lowPaise: tape.lowPrice(instrument),
    lastPaise: tape.lastPrice(instrument),
    minutes: packMinutes(minutes),
  };
}
