/**
 * The credit score: events that rules have met, what they mean, and appeals against them. packages/credit
 * computes; no person sets.
 */
export { decideAppeal, upholdAllOverdue, upholdOverdue } from './appeals.ts';
export { addCreditEvent, cureCredit, readStanding } from './events.ts';
export { explainBlock } from './explain.ts';
export { handlers } from './appeals.ts';
export { recoverWithdrawals } from './events.ts';
export { recordRules } from './events.ts';
export { noteTakeoverSignal, type TakeoverSignal } from './signals.ts';
export { APPEALS, openEvents, SIGNALS } from './store.ts';
