import type { InstrumentSpec } from '../types.ts';

const BILLION = 1e9;

/**
 * What units of funds are worth: the shares that they hold, at what those are believed to be worth. A large
 * trader may create and redeem units for them, so no belief of the units' own lasts. A share that is suspended
 * with the day counts at its previous close, as it does in its index.
 */
export class Funds {
  readonly #instruments: readonly InstrumentSpec[];
  readonly #funds: readonly number[];

  constructor(instruments: readonly InstrumentSpec[]) {
    this.#instruments = instruments;
    this.#funds = instruments.flatMap(({ basket }, share) => (basket ? [share] : []));
  }

  /** Writes the values of all funds, from those of the shares; thousandths of a paisa, whole numbers. */
  price(values: Float64Array): void {
    for (const fund of this.#funds) {
      let worth = 0;
      for (const [share, billionths] of this.#instruments[fund]!.basket!) {
        const { tradable, previousClose } = this.#instruments[share]!;
        worth += (tradable ? values[share]! : previousClose * 1000) * (billionths / BILLION);
      }
      values[fund] = Math.round(worth);
    }
  }
}
