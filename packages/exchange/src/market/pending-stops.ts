import { BUY } from '../book/order-books.ts';

export type Stop = { readonly share: number; readonly side: number; readonly trigger: number };

/** Stops that wait for their trigger, by share in the order in which they came. Triggers are ticks. */
export class PendingStops<S extends Stop> {
  readonly #byShare = new Map<number, S[]>();

  /** Shares that have any, in ascending order. */
  get shares(): readonly number[] {
    return [...this.#byShare.keys()].sort((a, b) => a - b);
  }

  of(share: number): readonly S[] {
    return this.#byShare.get(share) ?? [];
  }

  add(stop: S): void {
    this.#byShare.set(stop.share, [...this.of(stop.share), stop]);
  }

  remove(stop: S): void {
    this.#keepOnly(stop.share, (other) => other !== stop);
  }

  /** Takes out the stops that a trade at `tick` triggers. */
  takeReached(share: number, tick: number): readonly S[] {
    const reached = this.of(share).filter(({ side, trigger }) => (side === BUY ? tick >= trigger : tick <= trigger));
    this.#keepOnly(share, (stop) => !reached.includes(stop));
    return reached;
  }

  /** The trigger of a side that the price would reach first, undefined without any. */
  nearest(share: number, side: number): number | undefined {
    const triggers = this.of(share).flatMap((stop) => (stop.side === side ? [stop.trigger] : []));
    if (triggers.length === 0) return undefined;
    return side === BUY ? Math.min(...triggers) : Math.max(...triggers);
  }

  #keepOnly(share: number, wanted: (stop: S) => boolean): void {
    const left = this.of(share).filter(wanted);
    if (left.length > 0) this.#byShare.set(share, left);
    else this.#byShare.delete(share);
  }
}
