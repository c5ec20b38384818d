import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { settleReport, type ReportDeps, type SettledReport, receiveReport } from './receive-report.ts';
import * as recharges from './recharge-store.ts';
import { approveWithdrawal, declineWithdrawal, pushToDevices, type StepDeps } from './withdrawal-steps.ts';
import * as store from './withdrawal-store.ts';
import { payOut } from './pay-out.ts';

/*
 * Decisions about money that waits for people. They are made in the caller's transaction, where the back
 * office also keeps its own record of them. The database refuses one person in both places, a second
 * decision, and a step without one.
 */

export type Decision = {
  readonly orderNumber: string;
  readonly approve: boolean;
  /** A code of the published list of reasons. */
  readonly reason: string;
  /** Staff numbers of who proposed it, and who else agreed. */
  readonly maker: string;
  readonly checker: string;
};

/** What to do when the caller's transaction has committed: telling the member's devices. */
export type AfterCommit = () => void;

type DecisionDeps = StepDeps & ReportDeps & Pick<Deps, 'rail'>;

/**
 * Approves or declines a withdrawal. Refuses, in this order: unknown_order, withdrawal_not_revocable: it was
 * decided or given up before.
 */
export async function decideWithdrawal(
  tx: Tx,
  deps: DecisionDeps,
  decision: Decision,
): Promise<Result<AfterCommit, 'unknown_order' | 'withdrawal_not_revocable'>> {
  const row = await store.lockWithdrawal(tx, decision.orderNumber);
  if (!row) return refuse('unknown_order');
  if (row.status !== 'in_transfer') return refuse('withdrawal_not_revocable');
  await store.insertDecision(tx, { ...decision, at: deps.clock.now() });
  const notices = await (decision.approve ? approveWithdrawal : declineWithdrawal)(tx, deps, row, 'people');
  return done(() => pushToDevices(deps, row, notices));
}

/**
 * Decides that a recharge has arrived, or that it has not. Refuses, in this order: unknown_order,
 * recharge_not_revocable: it has ended, or its rail does not wait for people.
 */
export async function decideRecharge(
  tx: Tx,
  deps: DecisionDeps,
  decision: Decision,
): Promise<Result<AfterCommit, 'unknown_order' | 'recharge_not_revocable'>> {
  const { orderNumber } = decision;
  const row = await recharges.lockRecharge(tx, orderNumber);
  if (!row) return refuse('unknown_order');
  if (row.status !== 'in_transfer' || row.rail !== 'manual') return refuse('recharge_not_revocable');
  await store.insertDecision(tx, { ...decision, at: deps.clock.now() });
  const settled: SettledReport | undefined = await settleReport(tx, deps, {
    id: `people:${orderNumber}`,
    reportedBy: 'people',
    orderNumber,
    direction: 'in',
    outcome: decision.approve ? 'paid' : 'failed',
    currency: row.currency,
    amount: row.amount,
  });
  return done(() => settled?.tell());
}

/**
 * The sandbox's decision, or that of time: an undecided withdrawal is approved when people's time is over.
 * Safe to run twice, and early.
 */
export async function decideByItself(deps: DecisionDeps, orderNumber: string): Promise<void> {
  const decided = await deps.db.transaction(async (tx) => {
    const row = await store.lockWithdrawal(tx, orderNumber);
    if (row?.status !== 'in_transfer' || deps.clock.now() < Number(row.decidesBy)) return undefined;
    return { row, notices: await approveWithdrawal(tx, deps, row, row.rail === 'manual' ? 'time' : 'sandbox') };
  });
  if (decided) await pushToDevices(deps, decided.row, decided.notices);
}

/** A job of the queue is done within seconds. Without one, money stays frozen. */
const OVERDUE_MS = 60_000;

type OverdueDeps = StepDeps & ReportDeps & Pick<Deps, 'rail'>;

/**
 * Goes on with withdrawals whose next step is overdue: the job of it was taken out of the queue, or that of the rail's
 * report was. Each is safe to run at any time, and twice. One that fails leaves the others their turn.
 */
export async function resumeWithdrawals(deps: OverdueDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const { orderNumber } of await store.overdueWithdrawals(deps.db, deps.clock.now() - OVERDUE_MS)) {
    try {
      await decideByItself(deps, orderNumber);
      await payOut(deps, orderNumber);
      for (const report of await deps.rail.reported(orderNumber)) await receiveReport(deps, report);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Withdrawals that are overdue did not go on');
}
