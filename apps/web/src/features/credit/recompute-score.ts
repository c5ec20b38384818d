import type { Data } from '@khara/contract';
import { effectiveEnd, inForce, findRule, RULES, RULES_VERSION, scoreAt, standingAt, THRESHOLD } from '@khara/credit';
import { HOUR_MS } from '@khara/rules';

export type CreditScore = Data<'creditScore'>;
type Event = CreditScore['events'][number];

type RecomputedScore = {
  readonly score: number;
  /** The published rules, which are part of this app, give what the server says: score, block, and when both change. */
  readonly agrees: boolean;
};

/**
 * Works the score out again on this device, from the rules in the app and the events as received, for the
 * instant the server names.
 */
export function recomputeScore(report: CreditScore): RecomputedScore {
  const own = standingAt(report.events, report.at);
  const agrees =
    report.rulesVersion === RULES_VERSION &&
    report.threshold === THRESHOLD &&
    sameRules(report.rules) &&
    report.events.every(keepsItsRule) &&
    report.events.every((event) => event.inForce === inForce(event, report.at)) &&
    report.score === own.score &&
    report.withdrawalBlocked === own.blocked &&
    report.nextRecoveryAt === (own.nextRecoveryAt ?? null) &&
    report.unblocksAt === (own.unblocksAt ?? null);
  return { score: own.score, agrees };
}

const sameRules = (report: CreditScore['rules']): boolean =>
  report.length === RULES.length &&
  RULES.every(({ id, points, floor, lifeMs }) =>
    report.some(
      (rule) =>
        rule.id === id && rule.points === points && rule.floor === (floor ?? null) && rule.hours * HOUR_MS === lifeMs,
    ),
  );

/** An event may count less than its rule, and for shorter; never more, and never by a rule that is not published. */
function keepsItsRule({ rule, points, at, expiresAt }: Event): boolean {
  const published = findRule(rule);
  return published !== undefined && points <= 0 && points >= published.points && expiresAt - at <= published.lifeMs;
}

/** What can be done now to end an event. */
type Cure = 'account' | 'factor' | 'paid' | 'dayClose';
const CURES: Readonly<Record<string, Cure>> = {
  name_mismatch: 'account',
  takeover_signals: 'factor',
  payout_returned: 'paid',
  recharge_reversed: 'dayClose',
};
export const findCure = (rule: string): Cure | undefined => CURES[rule];

export type HealingStep = {
  readonly key: string;
  /** By a cure: what it takes. Without one the step comes by itself. */
  readonly cure: Cure | undefined;
  /** When it comes by itself; undefined for a cure. */
  readonly at: number | undefined;
  readonly gain: number;
  /** The score after it; of a cure, if nothing else changes. */
  readonly score: number;
  /** Withdrawals open with it. */
  readonly opens: boolean;
};

/** The ways back, those that can be gone now first, then what ends by itself, soonest first. */
export function healingSteps({ events, at, score, threshold, withdrawalBlocked }: CreditScore): readonly HealingStep[] {
  const counting = events.filter((event) => inForce(event, at));
  const rules = [...new Set(counting.map(({ rule }) => rule))];
  const cures = rules.flatMap((rule): HealingStep[] => {
    const cure = findCure(rule);
    if (cure === undefined || (cure === 'paid' && withdrawalBlocked)) return [];
    const after = scoreAt(
      events.filter((event) => event.rule !== rule),
      at,
    );
    const opens = score < threshold && after >= threshold;
    return [{ key: rule, cure, at: undefined, gain: after - score, score: after, opens }];
  });
  const ends = [...new Set(counting.map(effectiveEnd))].sort((a, b) => a - b);
  const bySelf = ends.map((end): HealingStep => {
    const before = scoreAt(events, end - 1);
    const after = scoreAt(events, end);
    const opens = before < threshold && after >= threshold;
    return { key: String(end), cure: undefined, at: end, gain: after - before, score: after, opens };
  });
  return [...cures, ...bySelf];
}
