import { noteCharges } from '@khara/charges';
import { planDay, TradingDay, type PreviousClose, OWN_NUMBERS } from '@khara/market-day';
import type { FactorState } from '@khara/exchange';
import { isFund, unitValue, type Universe } from '@khara/universe';
import { deviation, mean } from './statistics.ts';
import { groupStrategies, type Strategy, type Trip } from './strategy.ts';

const DAY = '2026-11-23';
const DAY_SECONDS = 300;
const UNITS = 1_000;
/** Steps that a script looks back and then holds; how far the index has to have gone, or the price to stand off. */
const STEPS = [1, 2, 5, 10, 20] as const;
const MOVE = 0.0005;
const PREMIUM = 0.0005;

/** One fund over a market day, by step of continuous trading. */
type FundDay = {
  readonly code: string;
  readonly bid: number[];
  readonly ask: number[];
  /** What a unit was worth at the last prices of the shares, paise. */
  readonly worth: number[];
  readonly opening: { readonly price: number; readonly worth: number };
  readonly close: number;
  /** At the closes of the shares. */
  readonly worthAtClose: number;
};

export type LivedFunds = readonly FundDay[];

/** Market days of the whole universe, one after another as the product runs them: what its funds were quoted at. */
export function liveFunds(
  universe: Universe,
  { days, seed }: { readonly days: number; readonly seed: bigint },
): LivedFunds {
  const lived: FundDay[] = [];
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setBigUint64(0, seed);
  let before = new Map<string, PreviousClose>();
  let participants: FactorState | undefined;
  for (let marketDay = 0; marketDay < days; marketDay++) {
    const plan = planDay('compressed', DAY_SECONDS);
    const inputs = {
      marketDay,
      marketDate: DAY,
      plan,
      names: OWN_NUMBERS,
      firstStep: 0,
      seed: bytes,
      before,
      participants,
    };
    const day = new TradingDay(inputs, universe);
    lived.push(...livedOn(day));
    const closes = day.closing!.closes;
    before = new Map(
      universe.issuers.map(({ code, tickPaise }, share) => [
        code,
        { date: DAY, closePaise: closes[share]!, tickPaise },
      ]),
    );
    participants = day.closing!.factorState;
  }
  return lived;
}

function livedOn(day: TradingDay): readonly FundDay[] {
  const { issuers, indices } = day.universe;
  const worthAt = (share: number, level: (index: number) => number): number => {
    const fund = issuers[share]!;
    if (!isFund(fund)) throw new Error(`${fund.code} is no fund`);
    const index = indices.findIndex(({ code }) => code === fund.fund.index);
    return unitValue(fund, indices[index]!, level(index), day.inputs.marketDay);
  };
  const now = (index: number) => day.tape.lastPrice(day.tape.shares + index);
  const seen = issuers.flatMap((issuer, share) => {
    const rows = { bid: [] as number[], ask: [] as number[], worth: [] as number[] };
    return isFund(issuer) ? [{ share, code: issuer.code, ...rows }] : [];
  });
  while (!day.isOver) {
    day.advance(0);
    day.take();
    day.trades.take();
    for (const fund of seen) {
      const { bid, ask } = day.market.quote(fund.share);
      if (day.phaseOfShare(fund.share) !== 'continuous' || bid === undefined || ask === undefined) continue;
      fund.bid.push(bid);
      fund.ask.push(ask);
      fund.worth.push(worthAt(fund.share, now));
    }
  }
  const levels = day.tape.levelsAt(day.closing!.closes);
  return seen.map(({ share, ...fund }) => ({
    ...fund,
    opening: { price: (fund.bid[0]! + fund.ask[0]!) / 2, worth: fund.worth[0]! },
    close: day.closing!.closes[share]!,
    worthAtClose: worthAt(share, (index) => levels[index]!),
  }));
}

export type FundFacts = {
  readonly code: string;
  /**
   * Median of ask less bid, basis points; half of all moments stand nearer than `near` to the value, 99 of
   * 100 than `far`.
   */
  readonly spreadBps: number;
  readonly near: number;
  readonly far: number;
  /** Deviation of the fund's return of a day from that of its units' value, basis points. */
  readonly trackingBps: number;
};

const quantile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * part)]!;

export function fundFacts(lived: LivedFunds): readonly FundFacts[] {
  return [...Map.groupBy(lived, ({ code }) => code)].map(([code, days]) => {
    const moments = days.flatMap(({ bid, ask, worth }) =>
      bid.map((price, step) => ({ middle: (price + ask[step]!) / 2, spread: ask[step]! - price, worth: worth[step]! })),
    );
    const away = moments.map(({ middle, worth }) => Math.abs(middle / worth - 1) * 10_000);
    const errors = days
      .slice(1)
      .map((day, before) => day.close / days[before]!.close - day.worthAtClose / days[before]!.worthAtClose);
    return {
      code,
      spreadBps: quantile(
        moments.map(({ spread, middle }) => (spread / middle) * 10_000),
        0.5,
      ),
      near: quantile(away, 0.5),
      far: quantile(away, 0.99),
      trackingBps: deviation(errors) * 10_000,
    };
  });
}

/**
 * Buying a fund's units below what they are worth, or selling them above, and holding until they have come back; and
 * following its index, or fading it, some steps after it has moved. Each trade is at the best price and moves nothing:
 * no size earns more.
 */
export function fundStrategies(lived: LivedFunds): readonly Strategy[] {
  const trips = lived.flatMap((day) => [...againstBasket(day), ...STEPS.flatMap((steps) => afterIndex(day, steps))]);
  return groupStrategies('fund', trips);
}

/** Basis points after charges of a trip that buys at one step and sells at another; or the other way round. */
function trip({ bid, ask }: FundDay, { from, to, isLong }: { from: number; to: number; isLong: boolean }): number {
  const [bought, sold] = isLong ? [ask[from]!, bid[to]!] : [ask[to]!, bid[from]!];
  const legs = [
    { side: 'buy', product: 'intraday', isFund: true, valuePaise: BigInt(UNITS * bought) },
    { side: 'sell', product: 'intraday', isFund: true, valuePaise: BigInt(UNITS * sold) },
  ] as const;
  const { total } = noteCharges({ plan: 'plan_b', day: DAY }, legs);
  return ((UNITS * (sold - bought) - Number(total)) / (UNITS * mean([bought, sold]))) * 10_000;
}

function againstBasket(day: FundDay): Trip[] {
  const found: Trip[] = [];
  for (let from = 0; from < day.bid.length - 1; from++) {
    const isCheap = day.ask[from]! < day.worth[from]! * (1 - PREMIUM);
    if (!isCheap && day.bid[from]! < day.worth[from]! * (1 + PREMIUM)) continue;
    const isBack = (step: number) =>
      isCheap ? day.bid[step]! >= day.worth[step]! : day.ask[step]! <= day.worth[step]!;
    let to = from + 1;
    while (to < day.bid.length - 1 && !isBack(to)) to++;
    found.push({ settings: 'against its basket, until it is back', bps: trip(day, { from, to, isLong: isCheap }) });
    from = to;
  }
  return found;
}

function afterIndex(day: FundDay, steps: number): Trip[] {
  const found: Trip[] = [];
  for (let from = steps; from + steps < day.bid.length; from++) {
    const moved = day.worth[from]! / day.worth[from - steps]! - 1;
    if (Math.abs(moved) < MOVE) continue;
    for (const [how, isLong] of [
      ['followed', moved > 0],
      ['faded', moved < 0],
    ] as const) {
      const bps = trip(day, { from, to: from + steps, isLong });
      found.push({ settings: `index move of ${steps} steps ${how}`, bps });
    }
    from += steps;
  }
  return found;
}
