import type { InstrumentSpec } from '../types.ts';

/** What each share has traded today, in columns. Paise and shares; doubles, exact for whole numbers to 2^53. */
export class DayQuotes {
  readonly last: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly volume: Float64Array;
  readonly value: Float64Array;
  readonly trades: Float64Array;
  readonly lastStep: Float64Array;
  readonly lastQuantity: Float64Array;
  /** Volume and value of the last half hour, from which the closing price is made. */
  readonly closingVolume: Float64Array;
  readonly closingValue: Float64Array;

  constructor(instruments: readonly InstrumentSpec[]) {
    const column = () => new Float64Array(instruments.length);
    this.last = Float64Array.from(instruments, (share) => share.previousClose);
    this.open = column();
    this.high = column();
    this.low = column();
    this.volume = column();
    this.value = column();
    this.trades = column();
    this.lastStep = column().fill(-1);
    this.lastQuantity = column();
    this.closingVolume = column();
    this.closingValue = column();
  }

  /** Arrays that make up the state, for the snapshot. */
  get columns(): readonly Float64Array[] {
    return [
      this.last,
      this.open,
      this.high,
      this.low,
      this.volume,
      this.value,
      this.trades,
      this.lastStep,
      this.lastQuantity,
      this.closingVolume,
      this.closingValue,
    ];
  }

  record(share: number, price: number, quantity: number, step: number, closing: boolean): void {
    if (this.trades[share] === 0) {
      this.open[share] = price;
      this.high[share] = price;
      this.low[share] = price;
    } else {
      if (price > this.high[share]!) this.high[share] = price;
      if (price < this.low[share]!) this.low[share] = price;
    }
    this.last[share] = price;
    this.lastStep[share] = step;
    this.lastQuantity[share] = quantity;
    this.trades[share]!++;
    this.volume[share]! += quantity;
    this.value[share]! += price * quantity;
    if (!closing) return;
    this.closingVolume[share]! += quantity;
    this.closingValue[share]! += price * quantity;
  }

  /**
   * Closing price of a share without a closing auction: VWAP of the last half hour to the nearest tick, else
   * the last trade, else the previous close (which `last` holds until the first trade). Source:
   * docs/sources.md N1; rounding to the tick is ours.
   */
  closingPrice(share: number, tick: number): number {
    const volume = this.closingVolume[share]!;
    if (volume === 0) return this.last[share]!;
    return Math.floor(this.closingValue[share]! / volume / tick + 0.5) * tick;
  }
}
