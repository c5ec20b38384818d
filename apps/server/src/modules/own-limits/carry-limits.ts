import type { Queryable, Tx } from '#src/ports/database.ts';
import { isPaused, type OwnLimits } from './limits.ts';
import { newestChanges, readOwnLimits, setOwnLimit, type Kind } from './limits-store.ts';

/** Limits in force, beside a pause. */
const limitValues = (own: OwnLimits): readonly (readonly [Kind, bigint])[] =>
  (
    [
      ['day_loss', own.dayLossPaise],
      ['day_orders', own.dayOrders === undefined ? undefined : BigInt(own.dayOrders)],
      ['largest_order', own.largestOrderPaise],
      ['no_intraday', own.noIntraday ? 1n : undefined],
    ] as const
  ).flatMap(([kind, value]) => (value === undefined ? [] : [[kind, value] as const]));

/** Whether a member is bound by a limit now. */
export async function isLimited(db: Queryable, userId: string): Promise<boolean> {
  const own = await readOwnLimits(db, userId);
  return own !== undefined && (isPaused(own) || limitValues(own).length > 0);
}

/**
 * Closing an account ends no limit: those in force are set for the person's next account, where it has none or
 * is looser, also later. From there they become looser as any limit does. Answers whether one was in force.
 */
export async function carryLimits(tx: Tx, from: string, to: string): Promise<boolean> {
  const left = await readOwnLimits(tx, from);
  if (!left) return false;
  const own = new Map((await newestChanges(tx, to)).map((change) => [change.kind, change]));
  for (const [kind, value] of limitValues(left)) {
    const set = own.get(kind);
    if (set?.value != null && set.value <= value) continue;
    await setOwnLimit(tx, to, { kind, value: set?.now != null && set.now < value ? set.now : value });
  }
  if (isPaused(left)) {
    const { pausedUntil, pausedThrough } = left;
    const value = pausedUntil === undefined ? undefined : BigInt(pausedUntil);
    await setOwnLimit(tx, to, { kind: 'pause', value, through: pausedThrough });
  }
  return isPaused(left) || limitValues(left).length > 0;
}
