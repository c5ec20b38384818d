import { createSessionMarket, type FactorState, type MarketSpec } from '@khara/exchange';
import { Factors } from '@khara/exchange/factors';
import type { Issuer } from '@khara/universe';
import { endAuctions, instrument, MINUTES, openAuctions } from './live-days.ts';
import { mean } from './statistics.ts';

/** Steps of continuous trading here, and of an auction of nine minutes. */
const CONTINUOUS_STEPS = 720;
const STEP_MS = (MINUTES * 60_000) / CONTINUOUS_STEPS;
const AUCTION_STEPS = Math.round(540_000 / STEP_MS);
const STEPS = CONTINUOUS_STEPS + 2 * AUCTION_STEPS;
const NOON = CONTINUOUS_STEPS / 2;
/** 15:15, when shares with derivatives go into their closing auction. */
const CLOSING_AUCTION = (CONTINUOUS_STEPS * 360) / MINUTES;

/**
 * What participants make of the values by trading, in basis points on average: how far prices stand from what the
 * shares are worth, and what a day's trading moves that by. The value without it is that of the same shocks alone.
 */
export type OwnDrift = {
  readonly opening: number;
  readonly noon: number;
  readonly close: number;
  readonly learned: number;
};

/** The mean over a number of market days of all given shares, one after another, without news, offers and dividends. */
export function ownDrift(
  issuers: readonly Issuer[],
  { days, seed }: { readonly days: number; readonly seed: bigint },
): OwnDrift {
  const all = [...issuers.keys()];
  const auctioned = all.filter((share) => issuers[share]!.casEligible);
  const seen = { opening: [] as number[], noon: [] as number[], close: [] as number[], learned: [] as number[] };
  let closes: readonly number[] = issuers.map(({ referencePricePaise }) => referencePricePaise);
  let factorState: FactorState | undefined;
  for (let dayIndex = 0; dayIndex < days; dayIndex++) {
    const instruments = issuers.map((issuer, share) => instrument(issuer, closes[share]!));
    const spec: MarketSpec = {
      seed,
      dayIndex,
      steps: STEPS,
      stepMarketMs: Math.round(STEP_MS),
      instruments,
      factorState,
    };
    const market = createSessionMarket(spec);
    const untraded = new Factors(spec, all);
    const live = (until: number) => {
      for (; market.step < until; market.events.clear()) {
        untraded.advance(market.step, activityAt(market.step));
        market.advance();
      }
    };
    const worth = (share: number, value = untraded.values[share]!) => ({
      worth: value / 1000,
      before: instruments[share]!.previousClose,
    });
    openAuctions(market, all, 'opening');
    live(AUCTION_STEPS);
    endAuctions(market, all);
    for (const share of all) {
      const { last, volume } = market.quote(share);
      // The first day opens where it closed: nothing happened in the night before.
      if (volume > 0 && dayIndex > 0) note(seen.opening, last, worth(share));
    }
    live(AUCTION_STEPS + NOON);
    for (const share of all) {
      const { bid = NaN, ask = NaN } = market.quote(share);
      note(seen.noon, (bid + ask) / 2, worth(share));
    }
    live(AUCTION_STEPS + CLOSING_AUCTION);
    openAuctions(market, auctioned, 'closing');
    live(AUCTION_STEPS + CONTINUOUS_STEPS);
    endAuctions(market, auctioned);
    const closing = market.close();
    for (const [share, { code }] of issuers.entries()) {
      const { value } = closing.factorState.stocks[code]!;
      note(seen.close, closing.closes[share], worth(share, value));
      note(seen.learned, value / 1000, worth(share));
    }
    ({ closes, factorState } = closing);
  }
  return { opening: mean(seen.opening), noon: mean(seen.noon), close: mean(seen.close), learned: mean(seen.learned) };
}

/**
 * How far a price stands from a worth, as a part of the close before: of the day's own value a fall would count more.
 */
function note(list: number[], price: number | undefined, { worth, before }: { worth: number; before: number }): void {
  if (price !== undefined && Number.isFinite(price)) list.push(((price - worth) / before) * 10_000);
}

/** As participants have it: more happens after the open and before the close. */
function activityAt(step: number): number {
  const fromNoon = (2 * step + 1) / STEPS - 1;
  return 0.7 + 0.9 * fromNoon * fromNoon;
}
