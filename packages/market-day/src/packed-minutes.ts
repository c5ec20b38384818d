import { emptyCandles, type Candles } from '@khara/history';
import { VarintReader, VarintWriter } from './varints.ts';

/**
 * Minutes of one instrument's day from its first traded one, without a gap; a minute without a trade stands
 * at the close before it.
 */
export type DayMinutes = {
  /** 0 = 09:15. */
  readonly first: number;
  readonly candles: Candles;
};

/**
 * The minutes as a few bytes each: differences in a variable-length code (seven bits a byte, the last byte
 * without the high bit). First a version, the first minute and the count; then per minute: open against the
 * close before, close against open, what the high and the low lie beyond both, volume.
 */
export function packMinutes({ first, candles }: DayMinutes): Uint8Array {
  const writer = new VarintWriter();
  writer.whole(VERSION);
  writer.whole(first);
  writer.whole(candles.length);
  let before = 0;
  for (let at = 0; at < candles.length; at += 1) {
    const open = candles.open[at]!;
    const close = candles.close[at]!;
    writer.signed(open - before);
    writer.signed(close - open);
    writer.whole(candles.high[at]! - Math.max(open, close));
    writer.whole(Math.min(open, close) - candles.low[at]!);
    writer.whole(candles.volume[at]!);
    before = close;
  }
  return writer.bytes();
}

export function unpackMinutes(bytes: Uint8Array): DayMinutes {
  const reader = new VarintReader(bytes);
  const version = reader.whole();
  if (version !== VERSION) throw new Error(`minutes are packed in version ${version}, which is unknown here`);
  const first = reader.whole();
  const candles = emptyCandles(reader.whole());
  let before = 0;
  for (let at = 0; at < candles.length; at += 1) {
    const open = before + reader.signed();
    const close = open + reader.signed();
    candles.open[at] = open;
    candles.close[at] = close;
    candles.high[at] = Math.max(open, close) + reader.whole();
    candles.low[at] = Math.min(open, close) - reader.whole();
    candles.volume[at] = reader.whole();
    before = close;
  }
  return { first, candles };
}

const VERSION = 1;
