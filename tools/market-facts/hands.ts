import { roundTripCharges } from '@khara/charges';
import type { SessionMarket, Side } from '@khara/exchange';
import type { Trip } from './strategy.ts';

/** Rates of this day. */
const DAY = '2026-11-23';
/** Levels that a member sees of each side. */
const LEVELS = 5;

/** One member in one share of a running day: orders through the exchange's entrance, and what each trip came to after intraday charges. */
export class Hands {
  readonly trips: Trip[] = [];
  readonly share: number;
  readonly #market: SessionMarket;
  readonly #takeOrderId: () => number;
  #bought = { quantity: 0, paise: 0 };
  #sold = { quantity: 0, paise: 0 };

  constructor(market: SessionMarket, share: number, takeOrderId: () => number) {
    this.#market = market;
    this.share = share;
    this.#takeOrderId = takeOrderId;
  }

  get step(): number {
    return this.#market.step;
  }

  /** Shares held; below zero when sold short. */
  get position(): number {
    return this.#bought.quantity - this.#sold.quantity;
  }

  /** Paise; NaN where a side is empty. */
  get middle(): number {
    const { bid = NaN, ask = NaN } = this.#market.quote(this.share);
    return (bid + ask) / 2;
  }

  get quote() {
    return this.#market.quote(this.share);
  }

  get band() {
    return this.#market.band(this.share);
  }

  /** Shares at the five best prices that an order of this side would meet. */
  visible(side: Side): number {
    const { bids, asks } = this.#market.depth(this.share, LEVELS);
    return (side === 'buy' ? asks : bids).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Trades at once whatever can be had up to the price, by default the limit of the band; answers how many shares. */
  trade(side: Side, quantity: number, price?: number): number {
    const wanted = Math.floor(quantity);
    if (wanted < 1) return 0;
    const { lower, upper } = this.band;
    const { events } = this.#market;
    events.clear();
    const orderId = this.#takeOrderId();
    this.#market.apply({
      kind: 'place',
      orderId,
      accountKey: 1,
      instrument: this.share,
      side,
      price: price ?? (side === 'buy' ? upper : lower),
      quantity: wanted,
      validity: 'ioc',
      market: false,
    });
    const total = side === 'buy' ? this.#bought : this.#sold;
    const before = total.quantity;
    for (const event of events.orders) {
      if (event.kind !== 'filled' || event.orderId !== orderId) continue;
      total.quantity += event.quantity;
      total.paise += event.quantity * event.price;
    }
    events.clear();
    return total.quantity - before;
  }

  /** As far as the book allows. */
  square(): void {
    if (this.position > 0) this.trade('sell', this.position);
    else if (this.position < 0) this.trade('buy', -this.position);
  }

  /** Notes what the shares bought and sold since the last trip came to. */
  endTrip(settings: string): void {
    const quantity = this.#bought.quantity;
    if (this.position !== 0) throw new Error('the trip is not over');
    if (quantity === 0) return;
    const [bought, sold] = [this.#bought.paise, this.#sold.paise];
    const charges = roundTripCharges({
      product: 'intraday',
      plan: 'plan_b',
      day: DAY,
      quantity,
      buyPricePaise: BigInt(Math.round(bought / quantity)),
      sellPricePaise: BigInt(Math.round(sold / quantity)),
    });
    const earned = sold - bought - Number(charges.total);
    this.trips.push({ settings, bps: (earned / ((bought + sold) / 2)) * 10_000 });
    this.#bought = { quantity: 0, paise: 0 };
    this.#sold = { quantity: 0, paise: 0 };
  }
}
