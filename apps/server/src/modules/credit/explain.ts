import type { Data, Language } from '@khara/contract';
import { inForce, RULES, RULES_VERSION, standingAt, THRESHOLD } from '@khara/credit';
import { HOUR_MS } from '@khara/rules';
import { textsFor } from '@khara/texts';
import type { Queryable } from '#src/ports/database.ts';
import { formatMessage } from '#src/kernel/format-message.ts';
import * as store from './store.ts';
import type { Appeal, NotedEvent } from './store.ts';

type Score = Data<'creditScore'>;
type Reader = { readonly userId: string; readonly language: Language };

/** Score, rules and events with what is needed to compute it again. */
export async function explainScore(db: Queryable, { userId, language }: Reader, at: number): Promise<Score> {
  const [events, appeal] = await Promise.all([store.listEvents(db, userId), store.newestAppeal(db, userId)]);
  const standing = standingAt(events, at);
  const texts = textsFor(language).credit.rule;
  return {
    score: standing.score,
    threshold: THRESHOLD,
    withdrawalBlocked: standing.blocked,
    nextRecoveryAt: standing.nextRecoveryAt ?? null,
    unblocksAt: standing.unblocksAt ?? null,
    at,
    rulesVersion: RULES_VERSION,
    rules: RULES.map(({ id, points, floor, lifeMs }) => ({
      id,
      title: texts[id].title,
      points,
      floor: floor ?? null,
      hours: lifeMs / HOUR_MS,
      heals: texts[id].heals,
    })),
    events: events.map((event) => presentEvent(event, language, at)),
    appeal: appeal ? presentAppeal(appeal, language) : null,
  };
}

/** Why no withdrawal is accepted now: rules, events, what heals them, and when it ends. Undefined when it is. */
export async function explainBlock(db: Queryable, reader: Reader, at: number) {
  const { score, threshold, withdrawalBlocked, unblocksAt, events, appeal } = await explainScore(db, reader, at);
  if (!withdrawalBlocked) return undefined;
  return {
    score,
    threshold,
    events: events
      .filter((event) => event.inForce)
      .map(({ id, rule, points, at: happenedAt, expiresAt, cure, explanation }) => {
        return { id, rule, points, at: happenedAt, expiresAt, cure, explanation };
      }),
    unblocksAt,
    appeal,
  };
}

function presentEvent(event: NotedEvent, language: Language, at: number): Score['events'][number] {
  const texts: Readonly<Record<string, { readonly explanation: string; readonly heals: string }>> =
    textsFor(language).credit.rule;
  const { explanation, heals } = texts[event.rule] ?? { explanation: event.rule, heals: '' };
  return {
    id: event.id,
    rule: event.rule,
    points: event.points,
    at: event.at,
    expiresAt: event.expiresAt,
    endedAt: event.endedAt ?? null,
    endReason: event.endReason ?? null,
    inForce: inForce(event, at),
    explanation: formatMessage(explanation, event.facts, language),
    cure: heals,
  };
}

export function presentAppeal(row: Appeal, language: Language): Data<'creditAppeal'>['appeal'] {
  const { credit, staff } = textsFor(language);
  const words = credit.decision;
  // A code of the published list; what was decided before there was one is in words.
  const reasons: Readonly<Record<string, string>> = staff.why;
  const reason = row.reason === undefined ? null : (reasons[row.reason] ?? row.reason);
  const decision =
    row.state === 'open'
      ? null
      : row.decidedBy === 'time'
        ? words.time
        : row.state === 'upheld'
          ? words.upheld
          : words.declined;
  return {
    id: row.id,
    eventId: row.eventId,
    state: row.state,
    text: row.text,
    submittedAt: row.submittedAt,
    decidesBy: Number(row.decidesBy),
    decidedAt: row.decidedAt ?? null,
    decision: decision !== null && reason !== null ? `${decision}: ${reason}` : decision,
  };
}
