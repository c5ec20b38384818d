import type { Deps } from '#src/kernel/deps.ts';
import { decideByItself } from './decide.ts';
import { payOut } from './pay-out.ts';
import { receiveReport, type ReportDeps } from './receive-report.ts';
import type { StepDeps } from './withdrawal-steps.ts';
import * as store from './withdrawal-store.ts';

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
