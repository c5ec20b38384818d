import type { InstrumentSpec } from '../types.ts';

/** What one share does now: a value of `DaySessions.phase`. */
export const CONTINUOUS = 0;
export const OPENING_AUCTION = 1;
export const CLOSING_AUCTION = 2;
/** After the closing auction: the share takes no orders any more. */
export const ENDED = 3;
/** Until the next day, whatever the others do: nothing leads out of it. */
export const SUSPENDED = 4;

/**
 * Where each share stands in its day, in columns: its phase, its band, and the terms of its auction. Prices in paise.
 */
export class DaySessions {
  readonly phase: Int32Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Of the auction that is on. */
  readonly reference: Float64Array;
  readonly marketFirst: Int32Array;
  /** The step from which participants come to it. */
  readonly collectsFrom: Int32Array;
  /** What the closing auction made; 0 without one. */
  readonly closingPrice: Float64Array;
  /** 1 between the auction of a new share and the beginning of its trading. */
  readonly paused: Int32Array;

  constructor(instruments: readonly InstrumentSpec[]) {
    this.phase = new Int32Array(instruments.length);
    this.lower = Float64Array.from(instruments, ({ lower }) => lower);
    this.upper = Float64Array.from(instruments, ({ upper }) => upper);
    this.reference = new Float64Array(instruments.length);
    this.marketFirst = new Int32Array(instruments.length);
    this.collectsFrom = new Int32Array(instruments.length);
    this.closingPrice = new Float64Array(instruments.length);
    this.paused = new Int32Array(instruments.length);
  }

  /** Arrays that make up the state, for the snapshot. */
  get columns(): readonly (Int32Array | Float64Array)[] {
    return [
      this.phase,
      this.lower,
      this.upper,
      this.reference,
      this.marketFirst,
      this.collectsFrom,
      this.closingPrice,
      this.paused,
    ];
  }

  inAuction(share: number): boolean {
    const phase = this.phase[share];
    return phase === OPENING_AUCTION || phase === CLOSING_AUCTION;
  }
}
