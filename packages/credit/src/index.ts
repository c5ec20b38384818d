/**
 * The credit score: a pure function of published rules, events and an instant. The browser computes it again
 * from what `creditScore` answers.
 */
export { RULES, RULES_VERSION, findRule, THRESHOLD, type Rule, type RuleId } from './rules.ts';
export { effectiveEnd, inForce, scoreAt, standingAt, type CreditEvent, type ScoreState } from './score.ts';
