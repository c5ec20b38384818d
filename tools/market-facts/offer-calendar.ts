import {
  mayOffer,
  offerBps,
  plannedOn,
  pricesFromMarket,
  saleDaysFor,
  startingOffers,
  TakenCodes,
  type PlannedOffering,
} from '@khara/offerings';
import { nextRegularDay, type Day } from '@khara/rules';
import type { Issuer, Universe } from '@khara/universe';

/** Market date of the first day, and what real time has to do with it: nothing. */
export const FIRST_DAY: Day = '2026-12-01';
const OPENING = `${FIRST_DAY}T09:15`;

type Running = { readonly share: number; readonly price: number; readonly soldOn: readonly Day[] };
type OfListed = PlannedOffering & {
  readonly offer: { readonly kind: Exclude<PlannedOffering['offer']['kind'], 'ipo'> };
};

const isOfListed = (planned: PlannedOffering): planned is OfListed => planned.offer.kind !== 'ipo';

/** The product's calendar of offers of listed shares: by how much each presses the value of its share on which day. */
export class OfferCalendar {
  readonly #universe: Universe;
  readonly #issuers: readonly Issuer[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #taken: TakenCodes;
  readonly #coming = new Map<Day, OfListed[]>();
  #running: Running[] = [];
  #day: Day = FIRST_DAY;

  constructor(universe: Universe, issuers: readonly Issuer[]) {
    this.#universe = universe;
    this.#issuers = issuers;
    this.#numbers = new Map(issuers.map(({ code }, share) => [code, share]));
    this.#taken = new TakenCodes([...issuers, ...universe.offerings].map(({ code }) => code));
    this.#plan(startingOffers({ day: FIRST_DAY, now: OPENING, speed: 1, seeds: universe.offerings }));
  }

  /** Shares and basis points, for each day once, in order; `closeOf` a share the day before, paise. */
  pressesOn(index: number, closeOf: (share: number) => number): readonly (readonly [number, number])[] {
    if (index > 0) {
      this.#day = nextRegularDay(this.#day);
      this.#plan(
        plannedOn({
          index,
          day: this.#day,
          seeds: this.#universe.offerings,
          companies: this.#companies(closeOf),
          taken: this.#taken,
        }),
      );
    }
    const presses: (readonly [number, number])[] = [];
    const press = (share: number, price: number) => {
      const bps = offerBps(closeOf(share), price);
      if (bps !== 0) presses.push([share, bps]);
    };
    for (const { offer, windows } of this.#coming.get(this.#day) ?? []) {
      const share = this.#numbers.get(offer.code);
      if (share === undefined) continue;
      const { kind, discountBps } = offer;
      const { price } =
        index === 0 ? offer : pricesFromMarket(kind, { lastPrice: closeOf(share), discountBps, day: this.#day });
      this.#running.push({ share, price, soldOn: saleDaysFor({ ...offer, listingDate: windows.listingDate }) });
      press(share, price);
    }
    for (const { share, price, soldOn } of this.#running) if (soldOn.includes(this.#day)) press(share, price);
    this.#running = this.#running.filter(({ soldOn }) => soldOn.some((day) => day > this.#day));
    return presses;
  }

  #companies(closeOf: (share: number) => number) {
    return this.#issuers
      .map((issuer, share) => {
        const { code, names, sector } = issuer;
        const on = { day: this.#day, series: issuer.series, stage: undefined };
        return { code, names, sector, lastPrice: closeOf(share), mayOffer: mayOffer(issuer, on) };
      })
      .sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  #plan(planned: readonly PlannedOffering[]): void {
    for (const { offer } of planned) this.#taken.add(offer.code);
    for (const one of planned.filter(isOfListed)) {
      const day = one.windows.opens.slice(0, 10);
      this.#coming.set(day, [...(this.#coming.get(day) ?? []), one]);
    }
  }
}
