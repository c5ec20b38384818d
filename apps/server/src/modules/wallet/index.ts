/** The wallet: money in and out by rails, the bank account, and conversion. The money itself is the ledger's. */
export { SEALED_BANK_ACCOUNTS } from './bank-number.ts';
export { BANK_ACCOUNTS } from './bank-store.ts';
export { frozen, fundsOf, presentWallets, worthPaise } from './balances.ts';
export { decideByItself, decideRecharge, decideWithdrawal } from './decide.ts';
export { expireRecharge, expireRecharges } from './expire-recharges.ts';
export { handlers } from './handlers.ts';
export { movesOf, putIn } from './money-moves.ts';
export { matchReversals } from './match-reversals.ts';
export { payOut } from './pay-out.ts';
export { publishRates, type RevealedRate, type SealedRate } from './publish-rates.ts';
export { around, hashOfRateSeed, inPaise, rateOn, seedOfRate, stepRate } from './conversion-rate.ts';
export { selectedCurrency } from './conversion-store.ts';
export { receiveReport } from './receive-report.ts';
export { RECHARGES } from './recharge-store.ts';
export { remarksOfWallet } from './remarks.ts';
export { orderNumberOf } from './withdrawal-steps.ts';
export { WITHDRAWAL_TARGETS } from './withdrawal-store.ts';
