import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Body, Data } from '@khara/contract';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import type { MemberCaller, HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { readStanding } from './events.ts';
import { presentAppeal, explainScore } from './explain.ts';
import * as store from './store.ts';
import type { Appeal } from './store.ts';

/**
 * Asks people to void an event. Sending the same again answers the same appeal. Refuses, in this order:
 * unknown_event (also another member's), appeal_already_made: with another text.
 */
async function appeal(
  deps: Deps,
  { member, language }: MemberCaller,
  { eventId, text }: Body<'creditAppeal'>,
): Promise<Result<Data<'creditAppeal'>, 'unknown_event' | 'appeal_already_made'>> {
  const { db, clock, random, jobs } = deps;
  const id = `CA${randomId(random)}`;
  const row = await db.transaction(async (tx) => {
    const there = await store.submitAppeal(tx, { id, memberId: member.userId, eventId, text, at: clock.now() });
    if (there?.id === id) await jobs.send(tx, 'appeal_deadline', { appealId: id }, Number(there.decidesBy));
    return there;
  });
  if (!row) return refuse('unknown_event', { field: 'eventId' });
  if (row.text !== text) return refuse('appeal_already_made', { field: 'eventId' });
  return done({ appeal: presentAppeal(row, language) });
}

/** A decision of two people on an appeal. The database refuses one person in both places, and a second decision. */
export type AppealDecision = {
  readonly appealId: string;
  readonly uphold: boolean;
  /** In words that the member will read. */
  readonly reason: string;
  readonly maker: string;
  readonly checker: string;
};

/**
 * Decides an appeal in the caller's transaction. Answers the notice to announce after the commit, or
 * undefined when it was decided before.
 */
export async function decideAppeal(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { appealId, uphold, reason, maker, checker }: AppealDecision,
): Promise<SentNotice> {
  const row = await store.decideAppeal(tx, {
    id: appealId,
    uphold,
    reason,
    people: { maker, checker },
    at: clock.now(),
  });
  return row && notifyOfAppeal(tx, row, clock.now());
}

/** An appeal whose time is over is upheld, if it is undecided. Safe to run twice, and early. */
export async function upholdOverdue(deps: Pick<Deps, 'db' | 'clock' | 'pushes'>, appealId: string): Promise<void> {
  const at = deps.clock.now();
  const sent = await deps.db.transaction(async (tx) => {
    const open = await store.appealById(tx, appealId);
    if (open?.state !== 'open' || at < Number(open.decidesBy)) return undefined;
    const row = await store.decideAppeal(tx, {
      id: appealId,
      uphold: true,
      reason: undefined,
      people: undefined,
      at,
    });
    return row && notifyOfAppeal(tx, row, at);
  });
  if (sent) announce(deps, sent);
}

/** The same of all whose time is over: each has a job of its own, which may be gone from the queue. */
export async function upholdAllOverdue(deps: Pick<Deps, 'db' | 'clock' | 'pushes'>): Promise<void> {
  for (const id of await store.overdueAppeals(deps.db, deps.clock.now())) await upholdOverdue(deps, id);
}

async function notifyOfAppeal(tx: Tx, row: Appeal, at: number): Promise<SentNotice> {
  const { score } = await readStanding(tx, row.memberId, at);
  return notify(tx, {
    userId: row.memberId,
    category: 'system',
    key: row.state === 'upheld' ? 'appealUpheld' : 'appealDeclined',
    params: { score },
    link: '/pages/wallet/withdrawal/index',
    about: `appeal:${row.id}`,
    at,
  });
}

export const handlers = {
  creditScore: async ({ db, clock }, { member, language }) =>
    done(await explainScore(db, { userId: member.userId, language }, clock.now())),
  creditAppeal: appeal,
} satisfies HandlersFor<'creditScore' | 'creditAppeal'>;
