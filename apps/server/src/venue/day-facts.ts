import type { FactorState, InstrumentSpec, MarketSpec } from '@khara/exchange';
import { dynamicBand, roundToTick, staticBand, tickFor, type Day } from '@khara/rules';
import { SECTOR_KEYS, type Issuer } from '@khara/universe';
import { stepMarketMs, type DayPlan } from './market-clock.ts';

/** What is known of a share at the end of the day before. */
export interface Before {
  readonly date: Day;
  readonly closePaise: number;
  readonly tickPaise: number;
}

/** Everything that a market day depends on besides the members' commands. */
export interface DayFacts {
  /** 0 for the first. */
  readonly marketDay: number;
  readonly marketDate: Day;
  readonly plan: DayPlan;
  /** Step at which the day begins: later than 0 only on the very first, which begins with its opening. */
  readonly firstStep: number;
  readonly seed: Uint8Array;
  /** By code; a share without one begins at its reference price. */
  readonly before: ReadonlyMap<string, Before>;
  readonly participants: FactorState | undefined;
}

/** The day as the exchange is told it: shares in the order of the universe. */
export function marketSpecOf(facts: DayFacts, issuers: readonly Issuer[]): MarketSpec {
  return {
    seed: facts.seed,
    dayIndex: facts.marketDay,
    steps: facts.plan.closesAt - facts.plan.opensAt,
    stepMarketMs: stepMarketMs(facts.plan),
    instruments: issuers.map((issuer) => instrumentSpec(issuer, facts)),
    factorState: facts.participants,
  };
}

function instrumentSpec(issuer: Issuer, { before, marketDate }: DayFacts): InstrumentSpec {
  const earlier = before.get(issuer.code);
  const close = earlier?.closePaise ?? issuer.referencePricePaise;
  const tick = earlier ? tickOf(earlier, marketDate) : issuer.tickPaise;
  const previousClose = Math.max(tick, roundToTick(close, tick, 'nearest'));
  const band =
    issuer.bandClass === 'static-20'
      ? staticBand(previousClose, 20, tick)
      : dynamicBand({ base: previousClose, tick, flexes: 0, direction: 'up' });
  return {
    code: issuer.code,
    tick,
    previousClose,
    lower: Math.max(tick, band.lower),
    upper: band.upper,
    tradable: !issuer.suspended,
    lotSize: issuer.lotSize,
    sector: SECTOR_KEYS.indexOf(issuer.sectorKey),
    betaMilli: issuer.betaHundredths * 10,
    annualVolatilityBps: issuer.annualVolatilityBps,
    averageDailyVolume: issuer.averageDailyVolume,
  };
}

/** A share's tick changes with the month only: it follows from the close of the last trading day of the month before. */
const tickOf = ({ date, closePaise, tickPaise }: Before, marketDate: Day): number =>
  date.slice(0, 7) === marketDate.slice(0, 7) ? tickPaise : tickFor(closePaise, marketDate);
