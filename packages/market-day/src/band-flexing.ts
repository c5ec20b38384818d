import type { InstrumentSpec, SessionMarket } from '@khara/exchange';
import { clock, coolingOffMinutes, FLEX_NEEDS, flexTriggerPrice } from '@khara/rules';
import type { DayState } from './day-state.ts';
import { bandAfter, MAX_FLEXES } from './flexed-band.ts';
import { type DayPlan, stepOfTime, timeOfStep } from './market-clock.ts';

/**
 * Bands that shift (docs/sources.md B4): enough trades at the level before the limit, then a cooling-off in
 * which trading goes on inside the old band, then the shift. Of what a shift needs, trades are counted; that
 * they come from enough clients and members is taken as given, since simulated participants stand for many of
 * both. A band that has shifted one way does not come back the other way on the same day.
 */
export class BandFlexing {
  /** Prices whose trades count for the next shift, by share: infinite where there is none. */
  readonly up: Float64Array;
  readonly down: Float64Array;
  readonly #plan: DayPlan;
  readonly #state: DayState;
  readonly #instruments: readonly InstrumentSpec[];
  readonly #flexible: readonly boolean[];

  constructor(plan: DayPlan, state: DayState, instruments: readonly InstrumentSpec[], flexible: readonly boolean[]) {
    this.#plan = plan;
    this.#state = state;
    this.#instruments = instruments;
    this.#flexible = flexible;
    this.up = new Float64Array(instruments.length).fill(Infinity);
    this.down = new Float64Array(instruments.length).fill(-Infinity);
    this.refresh();
  }

  /** To be called when the state was loaded. */
  refresh(): void {
    for (const share of this.#instruments.keys()) this.#watch(share);
  }

  /** A trade at or beyond a level of `up` or `down`. */
  count(share: number, price: number, step: number): void {
    const { beyond, flexes, shiftsAt } = this.#state;
    const direction = price >= this.up[share]! ? 1 : -1;
    if (Math.sign(beyond[share]!) !== direction) beyond[share] = 0;
    beyond[share]! += direction;
    if (Math.abs(beyond[share]!) < FLEX_NEEDS.trades) return;
    const timeMs = timeOfStep(this.#plan, step);
    const minutes = coolingOffMinutes(Math.abs(flexes[share]!) + 1, timeMs >= LAST_HALF_HOUR_MS);
    shiftsAt[share] = Math.max(step + 1, stepOfTime(this.#plan, timeMs + clock(0, minutes)));
    this.#watch(share);
  }

  /** Shifts the bands whose cooling-off is over. */
  shiftDue(market: SessionMarket, step: number): void {
    const { beyond, flexes, shiftsAt } = this.#state;
    for (let share = 0; share < this.#instruments.length; share += 1) {
      if (shiftsAt[share] === 0 || shiftsAt[share]! > step) continue;
      const { previousClose, tick } = this.#instruments[share]!;
      flexes[share]! += Math.sign(beyond[share]!);
      beyond[share] = 0;
      shiftsAt[share] = 0;
      market.apply({ kind: 'shift_band', instrument: share, ...bandAfter(previousClose, tick, flexes[share]!) });
      this.#watch(share);
    }
  }

  /** The closing auction has its own band, which does not shift. */
  end(share: number): void {
    this.#state.shiftsAt[share] = 0;
    this.up[share] = Infinity;
    this.down[share] = -Infinity;
  }

  #watch(share: number): void {
    const { previousClose: base, tick, tradable } = this.#instruments[share]!;
    const flexes = this.#state.flexes[share]!;
    const isWatched =
      this.#flexible[share] && tradable && this.#state.shiftsAt[share] === 0 && Math.abs(flexes) < MAX_FLEXES;
    const flexNumber = Math.abs(flexes) + 1;
    this.up[share] =
      isWatched && flexes >= 0 ? flexTriggerPrice({ base, tick, flexNumber, direction: 'up' }) : Infinity;
    this.down[share] =
      isWatched && flexes <= 0 ? flexTriggerPrice({ base, tick, flexNumber, direction: 'down' }) : -Infinity;
  }
}

/** These shares trade continuously to 15:15. */
const LAST_HALF_HOUR_MS = clock(14, 45);
