/** The wallet: money in and out by rails, the bank account, conversion, and the statement. The money itself is the ledger's. */
export { BANK_ACCOUNTS } from './bank-store.ts';
export { billPage } from './bill.ts';
export { decideByItself, decideRecharge, decideWithdrawal, type AfterCommit, type Decision } from './decide.ts';
export { expireRecharge, expireRecharges } from './expire-recharges.ts';
export { handlers } from './handlers.ts';
export { matchReversals } from './match-reversals.ts';
export { payOut } from './pay-out.ts';
export { publishRates, type RevealedRate, type SealedRate } from './publish-rates.ts';
export { hashOfRateSeed, rateOf, seedOfRate } from './conversion-rate.ts';
export { receiveReport } from './receive-report.ts';
export { WITHDRAWAL_TARGETS, withdrawalsUnderWay, type WithdrawalRow } from './withdrawal-store.ts';
