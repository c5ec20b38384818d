import { recoverWithdrawals, upholdOverdue } from '#modules/credit/index.ts';
import { remind } from '#modules/missions/index.ts';
import { creditedFrom, decideByItself, expireRecharge, payOut, receiveReport } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { JobData, JobName } from '#src/ports/job-queue.ts';
import type { RailReport } from '#src/ports/payment-rail.ts';

/** What is done for each job of the queue. Each is safe to run twice, and early. */
export function createJobHandlers(deps: Deps): { readonly [N in JobName]: (data: JobData[N]) => Promise<void> } {
  return {
    rail_report: (data) => receiveReport(deps, toReport(data)),
    recharge_expiry: ({ orderNumber }) => expireRecharge(deps, orderNumber),
    withdrawal_decision: ({ orderNumber }) => decideByItself(deps, orderNumber),
    withdrawal_payout: ({ orderNumber }) => payOut(deps, orderNumber),
    appeal_deadline: ({ appealId }) => upholdOverdue(deps, appealId),
    credit_recovery: ({ userId }) => recoverWithdrawals(deps, userId),
    lesson_reminder: (data) => remind(deps, data),
  };
}

/**
 * Takes what a rail has called back with into the queue, where it is safe; it is settled from there. A rail
 * that calls back twice has it settled once.
 */
export const hearRail = (deps: Pick<Deps, 'db' | 'rail' | 'jobs' | 'keys' | 'market'>): Promise<number> =>
  deps.rail.callback(async (report) => {
    const from = await creditedFrom(deps, report);
    await deps.db.transaction((tx) => deps.jobs.send(tx, 'rail_report', toJobData(report), from));
  });

const toJobData = (report: RailReport): JobData['rail_report'] => ({ ...report, amount: String(report.amount) });

/** A report as it was put into the queue by `toJobData`. */
const toReport = (data: JobData['rail_report']): RailReport => ({ ...data, amount: BigInt(data.amount) }) as RailReport;
