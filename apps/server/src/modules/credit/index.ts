/** The credit score: events that rules have met, what they mean, and appeals against them. packages/credit computes; no person sets. */
export { decideAppeal, upholdOverdue, type AppealDecision } from './appeals.ts';
export { addCreditEvent, cureCredit, standingOf, type Cause } from './events.ts';
export { explainBlock, explainScore } from './explain.ts';
export { handlers } from './handlers.ts';
export { recover } from './recover.ts';
export { recordRules } from './rules-record.ts';
export { noteTakeoverSignal, type TakeoverSignal } from './signals.ts';
export { openAppeals, openEvents } from './store.ts';
