import { roundTripCharges } from '@khara/charges';
import { type LivedDays, MINUTES, type ShareDay } from './live-days.ts';
import { mean } from './statistics.ts';

/** Rupees put into each trade. */
const STAKE = 50_000;
/** The smallest move after which a rule trades: in spreads, and in basis points. */
const MIN_MOVE_BPS = 20;
/** Rates of this day. */
const DAY = '2026-11-23';

/** Average result of a trade in basis points of its value. */
export type RuleResult = {
  readonly lookback: number;
  readonly kind: 'momentum' | 'reversion';
  readonly trades: number;
  /** At middle prices, as if trading were free; at the prices one gets; after brokerage, taxes and fees. */
  readonly atMiddle: number;
  readonly atQuotes: number;
  readonly afterCharges: number;
};

/**
 * Trades of the simplest rules: a share that has moved over the last minutes is bought or sold at once, and
 * closed after as long again. Momentum goes with the move, reversion against it. Intraday, so that both may
 * sell first; flat-fee plan.
 */
export function tryRules({ issuers, days }: LivedDays, lookbacks: readonly number[]): readonly RuleResult[] {
  return lookbacks.flatMap((lookback) =>
    (['momentum', 'reversion'] as const).map((kind) => {
      const trades = days.flatMap((shares) =>
        shares.flatMap((share, at) => (issuers[at]!.suspended ? [] : findTrades(share, lookback, kind))),
      );
      const average = (key: keyof Trade) => mean(trades.map((trade) => trade[key]));
      return {
        lookback,
        kind,
        trades: trades.length,
        atMiddle: average('atMiddle'),
        atQuotes: average('atQuotes'),
        afterCharges: average('afterCharges'),
      };
    }),
  );
}

type Trade = { readonly atMiddle: number; readonly atQuotes: number; readonly afterCharges: number };

function findTrades({ bid, ask }: ShareDay, lookback: number, kind: RuleResult['kind']): Trade[] {
  const middle = (minute: number) => (bid[minute]! + ask[minute]!) / 2;
  const trades: Trade[] = [];
  for (let now = lookback; now + lookback < MINUTES; now += lookback) {
    const then = now + lookback;
    const move = (middle(now) / middle(now - lookback) - 1) * 10_000;
    if (!(Math.abs(move) >= MIN_MOVE_BPS) || Number.isNaN(middle(then))) continue;
    const buysFirst = kind === 'momentum' ? move > 0 : move < 0;
    const bought = buysFirst ? ask[now]! : ask[then]!;
    const sold = buysFirst ? bid[then]! : bid[now]!;
    const quantity = Math.max(1, Math.round((STAKE * 100) / middle(now)));
    const charges = roundTripCharges({
      product: 'intraday',
      plan: 'plan_b',
      day: DAY,
      quantity,
      buyPricePaise: BigInt(bought),
      sellPricePaise: BigInt(sold),
    });
    const value = quantity * middle(now);
    const inBps = (amount: number) => (amount / value) * 10_000;
    const free = (buysFirst ? 1 : -1) * (middle(then) - middle(now));
    const got = quantity * (sold - bought);
    trades.push({
      atMiddle: inBps(quantity * free),
      atQuotes: inBps(got),
      afterCharges: inBps(got - Number(charges.total)),
    });
  }
  return trades;
}
