import { ORDER_REASONS, PLAN_OUTCOMES, type OrderReason, type PlanOutcome } from '@khara/contract';
import type { Queryable } from '#src/ports/database.ts';
import { partsByPlan, planResult, type Plan, type PlanResult } from './plans.ts';
import type { TradeEvent } from './holding-events.ts';
import { collectOutcomes, type Outcome } from './outcomes.ts';
import { partsBy, type PartResult } from './result-parts.ts';
import * as store from './store.ts';

/*
 * Results of trades by what their member wrote about the orders that opened them. A note decides under which heading a
 * result is counted, and no figure.
 */

/** Tags that an answer has at most. */
const MAX_TAGS = 20;

export type Journal = {
  /** `none`: nothing was written about why. Empty where nothing was written of any order. */
  readonly byReason: readonly PartResult<OrderReason | 'none'>[];
  readonly byTag: readonly PartResult<string>[];
  readonly byPlan: readonly PartResult<PlanOutcome>[];
};

type Trades = {
  readonly events: readonly TradeEvent[];
  /** Of the period. */
  readonly outcomes: readonly Outcome[];
  readonly priceNow: (code: string) => bigint;
  /** The first market day of the period. */
  readonly fromDay: number;
};

export async function readJournal(db: Queryable, userId: string, trades: Trades): Promise<Journal> {
  const noted = new Map((await store.notedOrders(db, userId)).map((order) => [String(order.orderId), order]));
  if (noted.size === 0) return { byReason: [], byTag: [], byPlan: [] };
  const { events, outcomes, priceNow, fromDay } = trades;
  const outcomeReason = ({ openedBy }: Outcome) => noted.get(openedBy)?.reason ?? 'none';
  const tags = [...new Set([...noted.values()].flatMap((order) => order.tags))];
  const byTag = tags.flatMap((tag) =>
    partsBy(outcomes, [tag], ({ openedBy }) => (noted.get(openedBy)?.tags.includes(tag) ? tag : undefined)),
  );
  const plans = collectPlans(noted, events, priceNow);
  return {
    byReason: partsBy(outcomes, [...ORDER_REASONS, 'none'], outcomeReason),
    byTag: byTag.sort((a, b) => b.orders - a.orders || (a.key < b.key ? -1 : 1)).slice(0, MAX_TAGS),
    byPlan: partsByPlan(
      [...plans.values()].filter(({ closedDay }) => closedDay === undefined || closedDay >= fromDay),
      PLAN_OUTCOMES,
    ),
  };
}

/** By order, over all of the time that its shares were held. */
export function collectPlans(
  noted: ReadonlyMap<string, store.NotedOrder>,
  events: readonly TradeEvent[],
  priceNow: Trades['priceNow'],
): ReadonlyMap<string, PlanResult> {
  const plans = [...noted].flatMap(([order, row]): (readonly [string, Plan])[] => {
    const plan = toPlan(row);
    return plan ? [[order, plan]] : [];
  });
  if (plans.length === 0) return new Map();
  const unmarked = events.filter(({ kind }) => kind !== 'mark');
  const opened = Map.groupBy(collectOutcomes(unmarked, priceNow), ({ openedBy }) => openedBy);
  return new Map(
    plans.flatMap(([order, plan]) => {
      const result = planResult(plan, opened.get(order) ?? []);
      return result ? [[order, result] as const] : [];
    }),
  );
}

const toPlan = (row: store.NotedOrder): Plan | undefined =>
  row.plannedAt === undefined
    ? undefined
    : {
        side: row.side,
        stopPaise: row.stopPaise,
        targetPaise: row.targetPaise,
        plannedAt: row.plannedAt,
        filled: row.filled,
        filledPaise: row.filledPaise,
      };
