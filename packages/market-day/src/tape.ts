import { emptyCandles, MINUTES_OF_DAY, type Candles } from '@khara/history';
import { constantPrice, roundToTick } from '@khara/rules';
import { freeFloatValue, indexLevel, type Index, type Issuer } from '@khara/universe';
import type { DayMinutes } from './packed-minutes.ts';

/**
 * What the day's trades leave behind: the minutes of every share, and of every index from its constituents:
 * their last prices, and the sum of their volumes. Instruments are numbered: the shares in the order of the
 * universe, after them the indices. Prices in paise, levels in hundredths of a point.
 */
export class Tape {
  readonly shares: number;
  readonly length: number;
  readonly #open: Int32Array;
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  readonly #close: Int32Array;
  readonly #volume: Float64Array;
  /** First and last minute with a trade; -1 before the first. */
  readonly #first: Int16Array;
  readonly #last: Int16Array;
  /** Highest and lowest price of the day so far. */
  readonly #dayHigh: Int32Array;
  readonly #dayLow: Int32Array;
  /** Shares and whole paise traded today; of an index those of its constituents. */
  readonly #dayVolume: Float64Array;
  readonly #dayValue: Float64Array;
  /** Real ms of the last trade; 0 before the first. */
  readonly #tradedAt: Float64Array;
  readonly #previousClose: Int32Array;
  readonly #levels: IndexLevels;
  /** Shares that a demerger of the day makes, by the number of the share that they come from. */
  readonly #demergers: ReadonlyMap<number, Demerged>;
  readonly #awaiting: ReadonlyMap<number, { readonly parent: number } & Demerged>;
  /** Highest and lowest price since `takeRange`; 0 and 0 when nothing traded. No part of a snapshot. */
  readonly #rangeHigh: Int32Array;
  readonly #rangeLow: Int32Array;

  /** `before`: the closes of the day before, of indices too; one that has none begins at its members' closes. */
  constructor(
    issuers: readonly Issuer[],
    indices: readonly Index[],
    before: { readonly shares: readonly number[]; readonly indices: readonly (number | undefined)[] },
  ) {
    this.shares = issuers.length;
    this.length = issuers.length + indices.length;
    const cells = this.length * MINUTES_OF_DAY;
    this.#open = new Int32Array(cells);
    this.#high = new Int32Array(cells);
    this.#low = new Int32Array(cells);
    this.#close = new Int32Array(cells);
    this.#volume = new Float64Array(cells);
    this.#first = new Int16Array(this.length).fill(-1);
    this.#last = new Int16Array(this.length).fill(-1);
    this.#dayHigh = new Int32Array(this.length);
    this.#dayLow = new Int32Array(this.length);
    this.#dayVolume = new Float64Array(this.length);
    this.#dayValue = new Float64Array(this.length);
    this.#tradedAt = new Float64Array(this.length);
    this.#demergers = findDemergers(issuers);
    this.#awaiting = new Map([...this.#demergers].map(([parent, of]) => [of.share, { parent, ...of }]));
    // Until the market finds what is left of the other share, it holds all that both are worth.
    const closes = before.shares.map((close, share) => (this.#awaiting.has(share) ? 0 : close));
    this.#levels = new IndexLevels(issuers, indices, closes);
    this.#rangeHigh = new Int32Array(this.shares);
    this.#rangeLow = new Int32Array(this.shares);
    const levels = this.#levels.now().map((level, index) => before.indices[index] ?? level);
    this.#previousClose = Int32Array.from([...closes, ...levels]);
  }

  trade(share: number, price: number, quantity: number, minute: number, realMs: number): void {
    const demerged = this.hasTraded(share) ? undefined : this.#demergers.get(share);
    this.#put(share, price, quantity, minute, realMs);
    if (demerged) this.#levels.traded(demerged.share, this.lastPrice(demerged.share), 0);
    if (price > this.#rangeHigh[share]!) this.#rangeHigh[share] = price;
    const low = this.#rangeLow[share]!;
    if (low === 0 || price < low) this.#rangeLow[share] = price;
    this.#levels.traded(share, price, quantity);
    const value = price * quantity;
    this.#count(share, quantity, value);
    for (const index of this.#levels.indicesWith(share)) this.#count(this.shares + index, quantity, value);
  }

  /** Whole numbers far below 2^53, so sums are exact. */
  #count(instrument: number, quantity: number, value: number): void {
    this.#dayVolume[instrument]! += quantity;
    this.#dayValue[instrument]! += value;
  }

  /**
   * Moves the indices to the shares' last prices; to be called after every step and every command. Answers
   * the indices whose constituents traded.
   */
  moveIndices(minute: number, realMs: number): readonly number[] {
    const moved = this.#levels.settle();
    for (const [index, volume] of moved)
      this.#put(this.shares + index, this.#levels.level(index), volume, minute, realMs);
    return moved.map(([index]) => index);
  }

  #put(instrument: number, price: number, quantity: number, minute: number, realMs: number): void {
    const row = instrument * MINUTES_OF_DAY;
    const last = this.#last[instrument]!;
    const cell = row + minute;
    this.#tradedAt[instrument] = realMs;
    if (last === minute) {
      if (price > this.#high[cell]!) this.#high[cell] = price;
      if (price < this.#low[cell]!) this.#low[cell] = price;
      this.#close[cell] = price;
      this.#volume[cell]! += quantity;
    } else {
      if (last === -1) this.#first[instrument] = minute;
      else this.#standStill(row, last, minute);
      this.#open[cell] = this.#high[cell] = this.#low[cell] = this.#close[cell] = price;
      this.#volume[cell] = quantity;
      this.#last[instrument] = minute;
    }
    if (last === -1 || price > this.#dayHigh[instrument]!) this.#dayHigh[instrument] = price;
    if (last === -1 || price < this.#dayLow[instrument]!) this.#dayLow[instrument] = price;
  }

  /** Minutes between two with a trade stand at the close before them. */
  #standStill(row: number, last: number, until: number): void {
    const price = this.#close[row + last]!;
    for (let cell = row + last + 1; cell < row + until; cell += 1) {
      this.#open[cell] = this.#high[cell] = this.#low[cell] = this.#close[cell] = price;
      this.#volume[cell] = 0;
    }
  }

  hasTraded(instrument: number): boolean {
    return this.#last[instrument] !== -1;
  }

  /**
   * The last price of the day, else the previous close. Of a share that a demerger of the day makes: what the other one
   * has lost by it, once its first trade has found that, and 0 before.
   */
  lastPrice(instrument: number): number {
    const last = this.#last[instrument]!;
    if (last !== -1) return this.#close[instrument * MINUTES_OF_DAY + last]!;
    const awaiting = this.#awaiting.get(instrument);
    if (!awaiting || !this.hasTraded(awaiting.parent)) return this.#previousClose[instrument]!;
    const { parent, terms, tick } = awaiting;
    const lost = constantPrice(this.#previousClose[parent]!, this.openPrice(parent));
    return roundToTick(Math.round((lost * terms.b) / terms.a), tick, 'nearest');
  }

  /**
   * The price from which limit price protection counts in a minute: the last one before it. Where the share trades for
   * the first time in this minute, that first price: an opening auction belongs to the first minute.
   */
  priceBefore(instrument: number, minute: number): number {
    const last = this.#last[instrument]!;
    if (last === -1 || last < minute) return this.lastPrice(instrument);
    return this.#first[instrument] === last
      ? this.openPrice(instrument)
      : this.#close[instrument * MINUTES_OF_DAY + last - 1]!;
  }

  /** Whether a demerger of the day makes the share: its price is found by the trades of another one. */
  isDemergedToday(share: number): boolean {
    return this.#awaiting.has(share);
  }

  /** Between which prices a share has traded since this was asked last; undefined when it has not. */
  takeRange(share: number): { readonly low: number; readonly high: number } | undefined {
    const low = this.#rangeLow[share]!;
    if (low === 0) return undefined;
    const high = this.#rangeHigh[share]!;
    this.#rangeLow[share] = 0;
    this.#rangeHigh[share] = 0;
    return { low, high };
  }

  previousClose(instrument: number): number {
    return this.#previousClose[instrument]!;
  }

  /** Of a day with a trade. */
  openPrice(instrument: number): number {
    return this.#open[instrument * MINUTES_OF_DAY + this.#first[instrument]!]!;
  }

  highPrice(instrument: number): number {
    return this.#dayHigh[instrument]!;
  }

  lowPrice(instrument: number): number {
    return this.#dayLow[instrument]!;
  }

  /** Shares traded today; of an index those of its constituents. */
  volume(instrument: number): number {
    return this.#dayVolume[instrument]!;
  }

  valuePaise(instrument: number): bigint {
    return BigInt(this.#dayValue[instrument]!);
  }

  tradedAt(instrument: number): number | undefined {
    return this.#tradedAt[instrument]! || undefined;
  }

  /** Minutes from the first with a trade to `minute`; undefined before the first trade. */
  minutes(instrument: number, minute: number): DayMinutes | undefined {
    const first = this.#first[instrument]!;
    const last = this.#last[instrument]!;
    if (last === -1) return undefined;
    const count = Math.max(last, minute) - first + 1;
    const traded = last - first + 1;
    const from = instrument * MINUTES_OF_DAY + first;
    const candles = emptyCandles(count);
    const copy = (into: Candles['open'], column: Int32Array) => into.set(column.subarray(from, from + traded));
    copy(candles.open, this.#open);
    copy(candles.high, this.#high);
    copy(candles.low, this.#low);
    copy(candles.close, this.#close);
    candles.volume.set(this.#volume.subarray(from, from + traded));
    const price = this.lastPrice(instrument);
    for (const column of [candles.open, candles.high, candles.low, candles.close]) column.fill(price, traded);
    return { first, candles };
  }

  /**
   * Prices of the day so far, oldest first, evenly spaced, at most `points`; the last is the last price.
   * Empty before the first trade.
   */
  spark(instrument: number, points: number, minute: number): readonly number[] {
    const first = this.#first[instrument]!;
    const last = this.#last[instrument]!;
    if (last === -1) return [];
    const count = Math.max(last, minute) - first + 1;
    const shown = Math.min(points, count);
    const row = instrument * MINUTES_OF_DAY;
    const prices: number[] = [];
    for (let point = 1; point <= shown; point += 1) {
      const at = first + Math.ceil((point * count) / shown) - 1;
      prices.push(this.#close[row + Math.min(at, last)]!);
    }
    return prices;
  }

  /** Levels of the indices at other prices of the shares: at their closes. */
  levelsAt(prices: readonly number[]): readonly number[] {
    return this.#levels.at(prices);
  }

  /**
   * The tape as it is, column by column. A copy of memory, since the market waits for it: large, and mostly repetition.
   */
  snapshot(): Uint8Array {
    const columns = this.#columns();
    const bytes = new Uint8Array(columns.reduce((length, column) => length + column.byteLength, 0));
    let at = 0;
    for (const { buffer, byteOffset, byteLength } of columns) {
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
      at += byteLength;
    }
    return bytes;
  }

  /** Takes a snapshot of the same universe into a tape that has seen nothing yet. */
  load(bytes: Uint8Array): void {
    let at = 0;
    for (const { buffer, byteOffset, byteLength } of this.#columns()) {
      new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(at, at + byteLength));
      at += byteLength;
    }
    if (at !== bytes.length) throw new Error('the snapshot is of another universe');
    for (let share = 0; share < this.shares; share += 1) this.#levels.traded(share, this.lastPrice(share), 0);
    this.#levels.settle();
  }

  #columns(): readonly (Int16Array | Int32Array | Float64Array)[] {
    const prices = [this.#open, this.#high, this.#low, this.#close, this.#dayHigh, this.#dayLow];
    return [this.#volume, this.#dayVolume, this.#dayValue, this.#tradedAt, ...prices, this.#first, this.#last];
  }
}

/** A share that a demerger makes: its number and tick, and how many shares there are of it. */
type Demerged = {
  readonly share: number;
  readonly tick: number;
  readonly terms: { readonly a: number; readonly b: number };
};

function findDemergers(issuers: readonly Issuer[]): ReadonlyMap<number, Demerged> {
  const found = new Map<number, Demerged>();
  for (const [parent, { demerges }] of issuers.entries()) {
    const share = demerges ? issuers.findIndex(({ code }) => code === demerges.into) : -1;
    if (demerges && share !== -1) found.set(parent, { share, tick: issuers[share]!.tickPaise, terms: demerges });
  }
  return found;
}

/** Free-float weighted levels, kept up by what changed and always equal to the whole sum. */
class IndexLevels {
  readonly #indices: readonly Index[];
  readonly #weights: readonly bigint[];
  /** Indices that a share belongs to. */
  readonly #memberOf: readonly (readonly number[])[];
  readonly #prices: Float64Array;
  readonly #counted: Float64Array;
  readonly #values: bigint[];
  readonly #members: readonly (readonly number[])[];
  readonly #levels: number[];
  /** Since the indices were moved: shares traded by index, and the shares that did. */
  readonly #volumes: Float64Array;
  readonly #pending: Uint8Array;
  #traded: number[] = [];

  constructor(issuers: readonly Issuer[], indices: readonly Index[], prices: readonly number[]) {
    const shareOf = new Map(issuers.map(({ code }, share) => [code, share]));
    this.#indices = indices;
    this.#weights = issuers.map((issuer) => freeFloatValue(issuer, 1));
    this.#members = indices.map(({ constituents }) => constituents.map((code) => shareOf.get(code)!));
    this.#memberOf = issuers.map((_, share) =>
      [...indices.keys()].filter((index) => this.#members[index]!.includes(share)),
    );
    this.#prices = Float64Array.from(prices);
    this.#counted = Float64Array.from(prices);
    this.#volumes = new Float64Array(indices.length);
    this.#pending = new Uint8Array(issuers.length);
    this.#values = indices.map((_, index) => this.#valueAt(index, prices));
    this.#levels = indices.map((index, at) => indexLevel(index, this.#values[at]!));
  }

  traded(share: number, price: number, quantity: number): void {
    if (this.#pending[share] === 0) this.#traded.push(share);
    this.#pending[share] = 1;
    this.#prices[share] = price;
    for (const index of this.#memberOf[share]!) this.#volumes[index]! += quantity;
  }

  indicesWith(share: number): readonly number[] {
    return this.#memberOf[share]!;
  }

  /** Answers the indices whose constituents traded, each with how many shares. */
  settle(): readonly (readonly [number, number])[] {
    if (this.#traded.length === 0) return [];
    const touched = new Set<number>();
    for (const share of this.#traded) {
      this.#pending[share] = 0;
      const by = this.#prices[share]! - this.#counted[share]!;
      const change = BigInt(by) * this.#weights[share]!;
      for (const index of this.#memberOf[share]!) {
        if (by !== 0) this.#values[index]! += change;
        touched.add(index);
      }
      this.#counted[share] = this.#prices[share]!;
    }
    this.#traded = [];
    return [...touched].map((index) => {
      this.#levels[index] = indexLevel(this.#indices[index]!, this.#values[index]!);
      const volume = this.#volumes[index]!;
      this.#volumes[index] = 0;
      return [index, volume] as const;
    });
  }

  level(index: number): number {
    return this.#levels[index]!;
  }

  now(): readonly number[] {
    return this.#levels;
  }

  at(prices: readonly number[]): readonly number[] {
    return this.#indices.map((index, at) => indexLevel(index, this.#valueAt(at, prices)));
  }

  #valueAt(index: number, prices: readonly number[]): bigint {
    let value = 0n;
    for (const share of this.#members[index]!) value += this.#weights[share]! * BigInt(prices[share]!);
    return value;
  }
}
