import type { History } from '@khara/history';
import { noteMissedOrders, purgeActs, purgeQuestions } from '#modules/assistants/index.ts';
import { forgetChangedSessions, notifyWithdrawalsOpen, purgeExpired } from '#modules/accounts/index.ts';
import { writeDayReports } from '#modules/articles/index.ts';
import { tendClasses } from '#modules/classes/index.ts';
import { executeApprovedRequests } from '#modules/console/index.ts';
import { upholdAllOverdue } from '#modules/credit/index.ts';
import { notifyOfNotes, writeDayPapers } from '#modules/documents/index.ts';
import { advanceOfferings } from '#modules/offerings/index.ts';
import { reviewIdentities } from '#modules/kyc/index.ts';
import { destroyDuePictures } from '#modules/pictures/index.ts';
import { createLogSealer } from '#modules/ledger/index.ts';
import { purgeRefused } from '#modules/placing/index.ts';
import { resubmitForgotten } from '#modules/orders/index.ts';
import { squareOffRest } from '#modules/day/index.ts';
import { tendTriggers } from '#modules/standing/index.ts';
import { watchCircuits } from '#modules/corporate/index.ts';
import { eraseClosedAccounts } from '#modules/privacy/index.ts';
import { collectDebts, expireRecharges, matchReversals, resumeWithdrawals } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { hearRail } from './job-handlers.ts';
import type { Job } from './run-every.ts';
import type { BooksWatch } from './watch-books.ts';
import { watchOrderRates } from './order-rate-surveillance.ts';
import { DAY_MS, HOUR_MS } from '@khara/rules';

export { hearRail, createJobHandlers } from './job-handlers.ts';
export { runEvery, type Job, type RunningJobs } from './run-every.ts';
export { followBooks, watchBooks, type BooksWatch } from './watch-books.ts';

/**
 * What the server does again and again, beside the market. What has its time is a job of the queue
 * (job-handlers.ts); these look at what there is, so that nothing is forgotten, and sealing wants to come
 * within a second, for which a loop costs less than a queue.
 */
export const listJobs = (deps: Deps, books: BooksWatch, history: History): readonly Job[] => [
  { name: 'rail reports', everyMs: 500, work: () => hearRail(deps) },
  { name: 'sealing', everyMs: 400, work: createLogSealer(deps) },
  { name: 'books', everyMs: 60_000, work: books.check },
  { name: 'all of the books', everyMs: DAY_MS, work: books.checkAll },
  { name: 'overdue recharges', everyMs: 60_000, work: () => expireRecharges(deps) },
  { name: 'overdue withdrawals', everyMs: 60_000, work: () => resumeWithdrawals(deps) },
  { name: 'overdue appeals', everyMs: 60_000, work: () => upholdAllOverdue(deps) },
  { name: 'debts of members', everyMs: 1000, work: collectDebts(deps) },
  { name: 'order floods', everyMs: 5000, work: watchOrderRates(deps) },
  { name: 'matched reversals', everyMs: 5000, work: () => matchReversals(deps) },
  { name: 'offerings', everyMs: 1000, work: () => advanceOfferings(deps) },
  { name: 'market reports', everyMs: 2000, work: () => writeDayReports(deps) },
  { name: 'papers of the day', everyMs: 2000, work: () => writeDayPapers(deps, history) },
  { name: 'contract notes', everyMs: 5000, work: () => notifyOfNotes(deps) },
  { name: 'identity checks', everyMs: 700, work: () => reviewIdentities(deps) },
  { name: 'back office', everyMs: 300, work: () => executeApprovedRequests(deps) },
  { name: 'pictures to destroy', everyMs: 600_000, work: () => destroyDuePictures(deps) },
  { name: 'classes', everyMs: 5000, work: () => tendClasses(deps) },
  { name: 'closed accounts', everyMs: 60_000, work: () => eraseClosedAccounts(deps) },
  { name: 'withdrawals that waited', everyMs: 30_000, work: () => notifyWithdrawalsOpen(deps) },
  { name: 'purge expired', everyMs: HOUR_MS, work: () => purgeExpired(deps) },
  { name: 'refused orders', everyMs: HOUR_MS, work: () => purgeRefused(deps) },
  { name: 'questions of assistants', everyMs: HOUR_MS, work: () => purgeQuestions(deps) },
  { name: 'acts of assistants', everyMs: HOUR_MS, work: () => purgeActs(deps) },
  { name: 'missed orders of assistants', everyMs: 5000, work: () => noteMissedOrders(deps) },
];

/** What is done again and again where the market runs. */
export const listMarketJobs = (deps: Deps): readonly Job[] => [
  { name: 'square-off', everyMs: 500, work: () => squareOffRest(deps) },
  { name: 'forgotten commands', everyMs: 5000, work: () => resubmitForgotten(deps) },
  { name: 'triggers', everyMs: 1000, work: () => tendTriggers(deps) },
  { name: 'circuits', everyMs: 500, work: watchCircuits(deps) },
];

/** What is done again and again at each server that has members' sessions. */
export const listSessionJobs = (deps: Deps, sockets: Parameters<typeof forgetChangedSessions>[1]): readonly Job[] => [
  { name: 'changed sessions', everyMs: 1000, work: () => forgetChangedSessions(deps, sockets) },
];
