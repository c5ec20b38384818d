import type { PlanOutcome } from '@khara/contract';
import { mulDiv } from '@khara/money';
import { netProfit, type Outcome } from './outcomes.ts';
import type { PartResult } from './result-parts.ts';

/*
 * What became of the stop and the target that a member planned with an order. Prices are compared as parts of what the
 * shares cost, so that a split or a bonus between them changes nothing.
 */

/** The plan of an order, with what it was filled at. */
export type Plan = {
  readonly side: 'buy' | 'sell';
  readonly stopPaise: bigint | undefined;
  readonly targetPaise: bigint | undefined;
  readonly plannedAt: number;
  readonly filled: number;
  readonly filledPaise: bigint;
};

/** Parts of what the shares cost, in millionths; a loss is below zero. */
export type PlanResult = {
  readonly outcome: PlanOutcome;
  readonly stop: bigint | undefined;
  readonly target: bigint | undefined;
  readonly gain: bigint;
  readonly netPaise: bigint;
  readonly chargesPaise: bigint;
  /** The market day of the newest closing; undefined while shares are open. */
  readonly closedDay: number | undefined;
  readonly openedDay: number;
};

const MILLION = 1_000_000n;
const millionths = (paise: bigint, of: bigint): bigint => mulDiv(paise, MILLION, of, 'half_up');

/** What the outcomes of one order, in all of the time that they were held, say of its plan. Undefined without any. */
export function planResult(plan: Plan, outcomes: readonly Outcome[]): PlanResult | undefined {
  const [first] = outcomes;
  if (!first || plan.filled === 0) return undefined;
  const sum = (of: (outcome: Outcome) => bigint): bigint => outcomes.reduce((total, each) => total + of(each), 0n);
  const gain = millionths(
    sum(({ grossPaise }) => grossPaise),
    sum(({ costPaise }) => costPaise),
  );
  const quantity = BigInt(plan.filled);
  /** What would have been gained at a price. */
  const gainAt = (price: bigint | undefined): bigint | undefined =>
    price === undefined
      ? undefined
      : millionths((price * quantity - plan.filledPaise) * (plan.side === 'buy' ? 1n : -1n), plan.filledPaise);
  const [stop, target] = [gainAt(plan.stopPaise), gainAt(plan.targetPaise)];
  const closings = outcomes.flatMap(({ closedAt }) => closedAt ?? []);
  const isOpen = closings.length < outcomes.length;
  return {
    outcome:
      closings.length > 0 && Math.min(...closings) < plan.plannedAt
        ? 'late'
        : isOpen
          ? 'open'
          : judgePlan(gain, { stop, target }),
    stop,
    target,
    gain,
    netPaise: sum(netProfit),
    chargesPaise: sum(({ chargesPaise }) => chargesPaise),
    closedDay: isOpen ? undefined : Math.max(...outcomes.map(({ closedDay }) => closedDay!)),
    openedDay: first.openedDay,
  };
}

/** Of closed shares. A stop fills at the next price there is: a tenth of the way to it, either side, is the stop. */
function judgePlan(
  gain: bigint,
  { stop, target }: { readonly stop: bigint | undefined; readonly target: bigint | undefined },
): PlanOutcome {
  if (target !== undefined && gain >= target) return 'target';
  if (stop !== undefined && gain * 10n < stop * 11n) return 'beyond';
  if (stop !== undefined && gain * 10n <= stop * 9n) return 'stop';
  return target === undefined ? 'within' : 'early';
}

/** Orders by what became of their plans, in a fixed order; what no order met is left out. */
export function partsByPlan(
  plans: readonly PlanResult[],
  outcomes: readonly PlanOutcome[],
): readonly PartResult<PlanOutcome>[] {
  return outcomes.flatMap((key): readonly PartResult<PlanOutcome>[] => {
    const own = plans.filter(({ outcome }) => outcome === key);
    if (own.length === 0) return [];
    return [
      {
        key,
        orders: own.length,
        chargesPaise: own.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0n),
        resultPaise: own.reduce((sum, { netPaise }) => sum + netPaise, 0n),
      },
    ];
  });
}
