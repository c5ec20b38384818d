import { emptyCandles, type Candles } from '@khara/history';

/** Minutes of one instrument's day from its first traded one, without a gap; a minute without a trade stands at the close before it. */
export interface DayMinutes {
  /** 0 = 09:15. */
  readonly first: number;
  readonly candles: Candles;
}

/**
 * The minutes as a few bytes each: differences in a variable-length code (seven bits a byte, the last byte without the high bit). First a version,
 * the first minute and the count; then per minute: open against the close before, close against open, what the high and the low lie beyond both, volume.
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

class VarintWriter {
  #buffer = new Uint8Array(4_096);
  #length = 0;

  /** 0 ... 2^53 - 1 */
  whole(value: number): void {
    if (this.#length + 8 > this.#buffer.length) this.#grow();
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
  }

  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#buffer.length);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  whole(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the bytes end in the middle of a number');
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
