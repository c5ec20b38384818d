import { BUY } from '../book/order-books.ts';
import type { SimulatedClients } from '../types.ts';
import { FAR_MAKER, FIRST_MEMBER_ACCOUNT, NEAR_MAKER } from './accounts.ts';

const MAKERS = [NEAR_MAKER, FAR_MAKER] as const;

/**
 * What simulated participants have bought and sold today, by share and client: the day's papers say what was
 * delivered, and who traded much. Members' fills are events already. Paise and shares; doubles, exact to 2^53.
 */
export class DayClients {
  /** By share x 2 + the number of the maker. */
  readonly #bought: Float64Array;
  readonly #boughtValue: Float64Array;
  readonly #sold: Float64Array;
  readonly #soldValue: Float64Array;
  /** By share: what all others bought. */
  readonly #others: Float64Array;

  constructor(shares: number) {
    const column = (width: number) => new Float64Array(shares * width);
    this.#bought = column(MAKERS.length);
    this.#boughtValue = column(MAKERS.length);
    this.#sold = column(MAKERS.length);
    this.#soldValue = column(MAKERS.length);
    this.#others = column(1);
  }

  /** Arrays that make up the state, for the snapshot. */
  get columns(): readonly Float64Array[] {
    return [this.#bought, this.#boughtValue, this.#sold, this.#soldValue, this.#others];
  }

  record(share: number, side: number, account: number, price: number, quantity: number): void {
    if (account > FAR_MAKER) {
      if (side === BUY && account < FIRST_MEMBER_ACCOUNT) this.#others[share]! += quantity;
      return;
    }
    const cell = share * MAKERS.length + account - NEAR_MAKER;
    const isBuy = side === BUY;
    (isBuy ? this.#bought : this.#sold)[cell]! += quantity;
    (isBuy ? this.#boughtValue : this.#soldValue)[cell]! += price * quantity;
  }

  of(share: number): SimulatedClients {
    const makers = MAKERS.map((account, at) => {
      const cell = share * MAKERS.length + at;
      return {
        account,
        bought: this.#bought[cell]!,
        boughtPaise: BigInt(this.#boughtValue[cell]!),
        sold: this.#sold[cell]!,
        soldPaise: BigInt(this.#soldValue[cell]!),
      };
    });
    return { makers, othersBought: this.#others[share]! };
  }
}
