import { mostMoreUnusable, onDay } from '@khara/broker';
import { max } from '@khara/money';
import type { Loaded } from '#modules/settlement/index.ts';
import type { NewOrder } from './new-order.ts';
import type { Standing } from './place-store.ts';

/**
 * What surely remains to a member for the next delivery order of the same batch, whatever comes of those before it:
 * these are matched together, and none knows what the others bring.
 */
export class Remaining {
  readonly #before: Pick<Loaded, 'positions'>;
  /** Money that orders before may need. */
  #needed = 0n;
  /** What may come to the day's sale money that buys nothing. */
  #kept = 0n;
  /** Shares that sales before may take, by asset. */
  readonly #shares = new Map<string, bigint>();

  constructor(before: Pick<Loaded, 'positions'>) {
    this.#before = before;
  }

  /** Undefined where the order has to wait for what becomes of those before. */
  standing({ asset, side, quantity }: NewOrder, standing: Standing): Standing | undefined {
    const { money, free, unsettled, kept, own, capped } = standing;
    // What counts for a limit is known by what was written.
    if (own || capped) return undefined;
    if (side === 'buy')
      return {
        ...standing,
        money: money && { ...money, balance: money.balance - this.#needed },
        kept: kept + this.#kept,
      };
    const taken = this.#shares.get(asset) ?? 0n;
    const had = free?.balance ?? 0n;
    const left = max(0n, had - taken);
    // Which of its shares have settled must be known: settled ones go first.
    if (taken > 0n && had > 0n && left < BigInt(quantity)) return undefined;
    return {
      ...standing,
      free: free && { ...free, balance: left },
      unsettled: unsettled && { ...unsettled, balance: unsettled.balance - max(0n, taken - had) },
    };
  }

  /** Takes what an order may need: paise, or shares of a sale. */
  take({ userId, asset, side, quantity, valuePaise, marketDate }: NewOrder, held: bigint): void {
    if (side === 'sell') {
      this.#shares.set(asset, (this.#shares.get(asset) ?? 0n) + held);
      this.#kept += valuePaise; // no more than what comes in with it
    } else this.#needed += held;
    for (const position of this.#before.positions)
      if (position.userId === userId && position.asset === asset && position.product === 'delivery')
        this.#kept += mostMoreUnusable(onDay(position, marketDate), side, quantity);
  }
}
