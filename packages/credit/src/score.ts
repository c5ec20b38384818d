import { findRule, THRESHOLD } from './rules.ts';

/**
 * An event as the score reckons with it: its own points and end, so that a later version of the rules cannot
 * make it worse. Instants in ms.
 */
export type CreditEvent = {
  readonly id: string;
  readonly rule: string;
  readonly points: number;
  readonly at: number;
  readonly expiresAt: number;
  /** When it was cured or voided. */
  readonly endedAt?: number | null;
};

/** When an event stops counting, as far as is known. */
export const effectiveEnd = (event: CreditEvent): number => Math.min(event.expiresAt, event.endedAt ?? event.expiresAt);

export const inForce = (event: CreditEvent, at: number): boolean => event.at <= at && at < effectiveEnd(event);

/** The score at an instant: 100 less what the events in force count, between 0 and 100. */
export function scoreAt(events: readonly CreditEvent[], at: number): number {
  const byRule = new Map<string, number>();
  for (const event of events) {
    if (inForce(event, at)) byRule.set(event.rule, (byRule.get(event.rule) ?? 0) + event.points);
  }
  let score = 100;
  for (const [rule, points] of byRule) score += Math.max(points, findRule(rule)?.floor ?? points);
  return Math.min(100, Math.max(0, score));
}

export type ScoreState = {
  readonly score: number;
  /** No withdrawal is accepted. */
  readonly blocked: boolean;
  /** When the next event stops counting; undefined when none is in force. */
  readonly nextRecoveryAt: number | undefined;
  /** When withdrawals open again by themselves, at the latest; undefined when they are open. */
  readonly unblocksAt: number | undefined;
};

/** What the events mean at an instant. A block always has its end: every event has one. */
export function standingAt(events: readonly CreditEvent[], at: number): ScoreState {
  const score = scoreAt(events, at);
  const ends = events
    .filter((event) => inForce(event, at))
    .map(effectiveEnd)
    .sort((a, b) => a - b);
  const blocked = score < THRESHOLD;
  return {
    score,
    blocked,
    nextRecoveryAt: ends[0],
    unblocksAt: blocked ? ends.find((end) => scoreAt(events, end) >= THRESHOLD) : undefined,
  };
}
