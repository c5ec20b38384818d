/**
 * The rules of the credit score. Only these can lower it, by what is written here and no longer than is
 * written here; nothing raises it but their end. No rule knows profit or loss, an amount, how often money is
 * withdrawn, complaints or invitations, and none is healed by paying in (a test reads this table). The
 * database has the same points and lives (apps/server/database/data/credit/rules.sql), and a test compares.
 */
export type RuleId =
  | 'name_mismatch'
  | 'payout_returned'
  | 'recharge_reversed'
  | 'takeover_signals'
  | 'order_flood'
  | 'duplicate_identity';

export type Rule = {
  readonly id: RuleId;
  /** Of one event; negative. */
  readonly points: number;
  /** The least that its events together count; absent when each counts in full. */
  readonly floor?: number;
  /** How long an event counts at most, in ms. */
  readonly lifeMs: number;
  /** What ends it before that. */
  readonly cure?: 'matching_account' | 'paid_withdrawal' | 'matched_reversal' | 'second_factor' | 'account_closed';
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Names these rules in what the server answers and in the log. */
export const RULES_VERSION = 'khara/score/1';
/** Below it no withdrawal is accepted. */
export const THRESHOLD = 60;

export const RULES: readonly Rule[] = [
  { id: 'name_mismatch', points: -25, lifeMs: 14 * DAY_MS, cure: 'matching_account' },
  { id: 'payout_returned', points: -10, lifeMs: 7 * DAY_MS, cure: 'paid_withdrawal' },
  { id: 'recharge_reversed', points: -50, lifeMs: 30 * DAY_MS, cure: 'matched_reversal' },
  { id: 'takeover_signals', points: -45, lifeMs: DAY_MS, cure: 'second_factor' },
  { id: 'order_flood', points: -5, floor: -20, lifeMs: DAY_MS },
  { id: 'duplicate_identity', points: -60, lifeMs: 30 * DAY_MS, cure: 'account_closed' },
];

export const findRule = (id: string): Rule | undefined => RULES.find((rule) => rule.id === id);
