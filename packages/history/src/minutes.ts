import { emptyCandles, type Candles } from './candles.ts';
import { Stream } from './random.ts';

/** Minutes of continuous trading: 09:15 to 15:30. */
export const MINUTES_OF_DAY = 375;

export type DayCandle = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/**
 * The minutes of a day whose candle is known: a walk from open to close that touches the high in one minute
 * and the low in another and never leaves them, wider in the first and last hour. `mood` (see `moodOfDay`) is
 * the part that all shares have in common. Together the minutes are the day's candle again, to the share and
 * the tick.
 */
export function minutesWithin(day: DayCandle, tick: number, stream: Stream, mood: Int32Array): Candles {
  const minutes = emptyCandles(MINUTES_OF_DAY);
  const { open, high, low, close } = day;
  const range = (high - low) / tick;
  const [atHigh, atLow] = extremes(day, stream);
  const closes = walk(
    stream,
    mood,
    [
      { minute: -1, ticks: (open - low) / tick },
      ...[
        { minute: atHigh, ticks: range },
        { minute: atLow, ticks: 0 },
      ].sort((a, b) => a.minute - b.minute),
      { minute: MINUTES_OF_DAY - 1, ticks: (close - low) / tick },
    ],
    range,
  );
  const flicker = 1 + Math.floor(range / 40);
  let before = (open - low) / tick;
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
    const end = closes[minute]!;
    const start = minute === 0 ? before : within(before + stream.below(3) - 1, range);
    const top = minute === atHigh ? range : within(Math.max(start, end) + stream.below(flicker), range);
    const bottom = minute === atLow ? 0 : within(Math.min(start, end) - stream.below(flicker), range);
    minutes.open[minute] = low + start * tick;
    minutes.high[minute] = low + top * tick;
    minutes.low[minute] = low + bottom * tick;
    minutes.close[minute] = low + end * tick;
    before = end;
  }
  spreadVolume(minutes.volume, day.volume, stream);
  return minutes;
}

/** What moves the whole market from minute to minute, in thousandths of a standard deviation. */
export function moodOfDay(stream: Stream): Int32Array {
  const mood = new Int32Array(MINUTES_OF_DAY);
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) mood[minute] = stream.normal();
  return mood;
}

const within = (ticks: number, range: number): number => (ticks < 0 ? 0 : ticks > range ? range : ticks);

/**
 * The minutes of the day's high and low, more often near its ends than in the middle; a rising day mostly had
 * its low first.
 */
function extremes(day: DayCandle, stream: Stream): readonly [number, number] {
  const one = nearTheEnds(stream);
  const other = nearTheEnds(stream);
  const early = Math.min(one, other);
  const late = early === Math.max(one, other) ? (early + 1) % MINUTES_OF_DAY : Math.max(one, other);
  const lowFirst = day.close >= day.open ? stream.below(10) < 8 : stream.below(10) < 2;
  return lowFirst ? [late, early] : [early, late];
}

function nearTheEnds(stream: Stream): number {
  const u = stream.below(1_000);
  const smooth = Math.floor((u * u * (3_000 - 2 * u)) / 1_000_000); // 3u² - 2u³: few values in the middle
  return Math.min(MINUTES_OF_DAY - 1, Math.floor((smooth * MINUTES_OF_DAY) / 1_000));
}

type Pin = {
  readonly minute: number;
  readonly ticks: number;
};

/**
 * Closes of the minutes in ticks above the low: a random walk between each pin and the next, bent so that it
 * ends there, reflected at high and low.
 */
function walk(stream: Stream, mood: Int32Array, pins: readonly Pin[], range: number): Int32Array {
  const closes = new Int32Array(MINUTES_OF_DAY);
  const steps = new Int32Array(MINUTES_OF_DAY);
  const stepSize = Math.round((range * 1_000) / 30); // thousandths of a tick
  for (let next = 1; next < pins.length; next += 1) {
    const from = pins[next - 1]!;
    const to = pins[next]!;
    const count = to.minute - from.minute;
    closes[to.minute] = to.ticks;
    if (count === 0) continue; // the extreme was in the last minute, which ends at the close of the day
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const minute = from.minute + 1 + index;
      const move = Math.round((mood[minute]! * 55 + stream.normal() * 83) / 100); // squares of the shares add up to one
      sum += Math.round((move * stepSize * restless(minute)) / 1_000_000);
      steps[index] = sum;
    }
    for (let index = 0; index < count - 1; index += 1) {
      const straight = ((to.ticks - from.ticks) * 1_000 * (index + 1) - sum * (index + 1)) / count;
      closes[from.minute + 1 + index] = reflected(from.ticks + Math.round((straight + steps[index]!) / 1_000), range);
    }
  }
  return closes;
}

function reflected(ticks: number, range: number): number {
  if (ticks < 0) return Math.min(-ticks, range);
  return ticks > range ? Math.max(0, 2 * range - ticks) : ticks;
}

/** How much a minute moves and trades against a usual one, in thousandths: a smile over the day. */
function restless(minute: number): number {
  const fromMiddle = Math.abs(2 * minute - MINUTES_OF_DAY + 1); // 0 ... 374
  return 700 + Math.floor((fromMiddle * fromMiddle * 900) / (MINUTES_OF_DAY * MINUTES_OF_DAY));
}

/** Hands out the day's volume to its minutes, every share once. */
function spreadVolume(volumes: Float64Array, total: number, stream: Stream): void {
  const weights = new Float64Array(MINUTES_OF_DAY);
  let weight = 0;
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
    const smile = restless(minute);
    weight += Math.round((smile * smile * (300 + stream.below(1_400))) / 1_000_000);
    weights[minute] = weight;
  }
  const everyMinute = total >= 2 * MINUTES_OF_DAY ? 1 : 0;
  const rest = total - everyMinute * MINUTES_OF_DAY;
  let given = 0;
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
    const upTo = Math.floor((rest * weights[minute]!) / weight);
    volumes[minute] = everyMinute + upTo - given;
    given = upTo;
  }
}
