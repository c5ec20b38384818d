import { tidyAccounts } from '#modules/accounts/index.ts';
import { sealLog } from '#modules/ledger/index.ts';
import { resubmitForgotten } from '#modules/orders/index.ts';
import { expireRecharges, receiveReport } from '#modules/wallet/index.ts';
import type { Deps } from '../deps.ts';
import type { RailReport } from '../ports.ts';
import type { Job } from './run-every.ts';
import type { BooksWatch } from './watch-books.ts';

export { runEvery } from './run-every.ts';
export { watchBooks } from './watch-books.ts';

/** A rail whose reports are fetched instead of called back with. */
type Reporting = { deliverDue(receive: (report: RailReport) => Promise<void>): Promise<number> };

/** What the server does by itself, beside the market. */
export const jobsOf = (deps: Deps, rail: Reporting, books: BooksWatch): readonly Job[] => [
  {
    name: 'rail reports',
    everyMs: 500,
    work: () => rail.deliverDue((report) => receiveReport(deps, report)),
  },
  { name: 'sealing', everyMs: 400, work: () => sealLog(deps) },
  { name: 'books', everyMs: 60_000, work: books.check },
  { name: 'forgotten commands', everyMs: 5000, work: () => resubmitForgotten(deps) },
  { name: 'overdue recharges', everyMs: 10_000, work: () => expireRecharges(deps) },
  { name: 'tidy accounts', everyMs: 3_600_000, work: () => tidyAccounts(deps) },
];
