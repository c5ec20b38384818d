/** The wallet: money in by rails, what is there, and the statement. The money itself is the ledger's. */
export { expireRecharges } from './expire-recharges.ts';
export { handlers } from './handlers.ts';
export { receiveReport } from './receive-report.ts';
