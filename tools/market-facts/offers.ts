import { chargesFor, offerCharges } from '@khara/charges';
import { createSessionMarket, type FactorState, type MarketSpec, type SessionMarket } from '@khara/exchange';
import { offerBps } from '@khara/offerings';
import type { Issuer } from '@khara/universe';
import { endAuctions, instrument, openAuctions } from './live-days.ts';
import { groupStrategies, type Strategy, type Trip } from './strategy.ts';

/** What a member puts into one offer, paise. */
const STAKE = 10_000_000;
/** Rates of this day. */
const DAY = '2026-11-23';
/** Steps of a day here: an auction, and continuous trading of which only the books at some instants are looked at. */
const AUCTION_STEPS = 40;
const STEPS = 360;
const STEP_MS = 60_000;
/** Ten minutes after the opening, shares that may be sold are. */
const SOLD_AT = AUCTION_STEPS + 10;

/**
 * An offer as the calendar makes them: its discount, and on which days (from the one on which it opens) one
 * applies, still chooses to pay, and may sell.
 */
type Terms = {
  readonly kind: string;
  readonly bps: number;
  readonly applied: number;
  readonly paid: number;
  readonly sold: number;
  /** Whether it goes through the exchange: then buying has statutory charges too. */
  readonly isCharged: boolean;
};
const OFFERS: readonly Terms[] = [
  { kind: 'offer for sale', bps: 450, applied: 0, paid: 0, sold: 2, isCharged: true },
  { kind: 'offer for sale with a retail discount', bps: 640, applied: 0, paid: 0, sold: 2, isCharged: true },
  { kind: 'placement with institutions', bps: 480, applied: 1, paid: 2, sold: 3, isCharged: false },
  { kind: 'block', bps: 220, applied: 0, paid: 0, sold: 1, isCharged: true },
];
/** Whether one subscribes to each, or chooses. */
const EACH = 'every one';
export const CHOSEN = 'while it pays';
/** Days from one offer of a share to its next. */
const EVERY = 6;

type Open = { readonly terms: Terms; readonly openedOn: number; readonly price: number; isWanted: boolean };

/**
 * Subscribing to every offer of listed shares and selling as soon as that is allowed; and the same only while
 * the share stands above the offer's price, when one applies and again when one pays: an applicant who may
 * leave it pays for nothing. Values are drawn as the product draws them, in the morning.
 */
export const offerStrategies = (issuers: readonly Issuer[], run: OfferRun): readonly Strategy[] =>
  groupStrategies('offer subscribed and sold', offerTrips(issuers, run));

export type OfferRun = { readonly days: number; readonly seed: bigint };

export function offerTrips(issuers: readonly Issuer[], run: OfferRun): readonly Trip[] {
  const trips: Trip[] = [];
  const open = new Map<number, Open>();
  let closes: readonly number[] = issuers.map(({ referencePricePaise }) => referencePricePaise);
  let factorState: FactorState | undefined;
  for (let dayIndex = 0; dayIndex < run.days; dayIndex++) {
    const spec = marketSpec(issuers, closes, { seed: run.seed, dayIndex, ...(factorState && { factorState }) });
    const market = createSessionMarket(spec);
    for (const [share, { previousClose }] of spec.instruments.entries()) {
      const running = open.get(share);
      if (running && dayIndex - running.openedOn === running.terms.sold)
        draw(market, share, offerBps(previousClose, running.price));
      if (dayIndex === 0 || (dayIndex + share) % EVERY !== 0) continue;
      const terms = OFFERS[(share + Math.floor(dayIndex / EVERY)) % OFFERS.length]!;
      const price = Math.max(1, Math.round((previousClose * (10_000 - terms.bps)) / 10_000));
      open.set(share, { terms, openedOn: dayIndex, price, isWanted: true });
      draw(market, share, offerBps(previousClose, price));
    }
    openAuctions(market, [...issuers.keys()], 'opening');
    live(market, AUCTION_STEPS);
    endAuctions(market, [...issuers.keys()]);
    live(market, SOLD_AT);
    for (const [share, { terms, openedOn, price, isWanted }] of open) {
      const { bid } = market.quote(share);
      if (dayIndex - openedOn !== terms.sold || bid === undefined) continue;
      open.delete(share);
      const bps = tradeResult(price, bid, terms.isCharged);
      trips.push({ settings: `${terms.kind}, ${EACH}`, bps });
      if (isWanted) trips.push({ settings: `${terms.kind}, ${CHOSEN}`, bps });
    }
    live(market, STEPS);
    for (const [share, running] of open) {
      const { applied, paid } = running.terms;
      const age = dayIndex - running.openedOn;
      if ((age === applied || age === paid) && (market.quote(share).bid ?? 0) <= running.price)
        running.isWanted = false;
    }
    ({ closes, factorState } = market.close());
  }
  return trips;
}

function marketSpec(
  issuers: readonly Issuer[],
  closes: readonly number[],
  of: Pick<MarketSpec, 'seed' | 'dayIndex' | 'factorState'>,
): MarketSpec {
  return {
    ...of,
    steps: STEPS,
    stepMarketMs: STEP_MS,
    instruments: issuers.map((issuer, share) => instrument(issuer, closes[share]!)),
  };
}

const draw = (market: SessionMarket, share: number, bps: number): void => {
  if (bps !== 0) market.apply({ kind: 'shift_reference', instrument: share, bps, about: 'offer' });
};

function live(market: SessionMarket, until: number): void {
  while (market.step < until) {
    market.advance();
    market.events.clear();
  }
}

/**
 * What a stake bought at `price` and sold at `bid` came to, in basis points of it, after the charges of the
 * sale and, of some offers, of the purchase.
 */
function tradeResult(price: number, bid: number, isCharged: boolean): number {
  const quantity = Math.max(1, Math.floor(STAKE / price));
  const sold = quantity * bid;
  const { total } = chargesFor({
    side: 'sell',
    product: 'delivery',
    plan: 'plan_b',
    day: DAY,
    valuePaise: BigInt(sold),
    dp: { soldEarlierTodayPaise: 0n },
  });
  const bought = isCharged ? offerCharges(DAY, BigInt(quantity * price)).total : 0n;
  return ((sold - Number(total + bought) - quantity * price) / (quantity * price)) * 10_000;
}
