import {
  standingAt,
  type CreditEvent,
  type RuleId,
  type ScoreState,
  RULES,
  RULES_VERSION,
  THRESHOLD,
} from '@khara/credit';
import { notify, type SentNotice, announce } from '#modules/notices/index.ts';
import type { Queryable, Tx, Db } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { randomId } from '#src/security/random-id.ts';
import * as store from './store.ts';
import * as ledger from '#modules/ledger/index.ts';

type CreditEventDeps = Pick<Deps, 'clock' | 'random' | 'jobs'>;

/** What an event is about, and what its explanation names: an amount as `moneyParam` keeps it, an order number. */
export type Cause = {
  readonly userId: string;
  readonly rule: RuleId;
  readonly about: string;
  readonly facts?: Readonly<Record<string, string | number>>;
};

/** Score and block of a member at an instant, computed: nothing keeps them. */
export async function readStanding(db: Queryable, userId: string, at: number): Promise<ScoreState> {
  return standingAt(await store.listEvents(db, userId), at);
}

const PAGE = '/pages/wallet/withdrawal/index';

/**
 * Notes what met a rule, in the transaction of what happened, once per rule and what it is about. Answers the
 * notice to announce after the commit; undefined when it had been noted before. If it blocks withdrawals, the
 * notice of their opening is scheduled at once.
 */
export async function addCreditEvent(
  tx: Tx,
  { clock, random, jobs }: CreditEventDeps,
  { userId, rule, about, facts = {} }: Cause,
): Promise<SentNotice> {
  const at = clock.now();
  const id = `CE${randomId(random)}`;
  if (!(await store.addEvent(tx, { id, memberId: userId, rule, about, facts, at }))) return undefined;
  const rows = await store.listEvents(tx, userId);
  const { score, blocked, unblocksAt } = standingAt(rows, at);
  const points = rows.find((row) => row.id === id)?.points ?? 0;
  if (unblocksAt !== undefined) await jobs.send(tx, 'credit_recovery', { userId }, unblocksAt);
  return notify(tx, {
    userId,
    category: 'system',
    key: blocked ? 'creditBlocked' : 'creditLowered',
    params: { score, points },
    link: PAGE,
    about: `credit:${id}`,
    at,
  });
}

/**
 * Ends events of a rule because their cure has happened (those about `about`, or all). Answers the notice to
 * announce, when withdrawals have opened by it.
 */
export async function cureCredit(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, rule, about }: { readonly userId: string; readonly rule: RuleId; readonly about?: string },
): Promise<SentNotice> {
  const at = deps.clock.now();
  const cured = await store.cureEvents(tx, { memberId: userId, rule, about, at });
  return cured === 0 ? undefined : tellIfOpen(tx, userId, at);
}

/** Tells a member that withdrawals are open again, once for the newest event that had closed them. */
async function tellIfOpen(tx: Tx, userId: string, at: number): Promise<SentNotice> {
  const events = await store.listEvents(tx, userId);
  // The newest event that closed withdrawals when it came.
  const closing = events.find((event) => standingAt(asTheyStood(events, event.at), event.at).blocked);
  const { score, blocked } = standingAt(events, at);
  if (!closing || blocked) return undefined;
  return notify(tx, {
    userId,
    category: 'system',
    key: 'creditOpen',
    params: { score },
    link: PAGE,
    about: `credit-open:${closing.id}`,
    at,
  });
}

/** Events that had happened by an instant. What ended one later had not happened yet. */
const asTheyStood = (events: readonly CreditEvent[], at: number): readonly CreditEvent[] =>
  events
    .filter((event) => event.at <= at)
    .map((event) => (event.endedAt != null && event.endedAt > at ? { ...event, endedAt: null } : event));

/**
 * Tells a member that withdrawals have opened by themselves; when they have not yet, it looks again when they
 * should. Safe to run twice, and early.
 */
export async function recoverWithdrawals(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'pushes'>,
  userId: string,
): Promise<void> {
  const { db, clock, jobs } = deps;
  const at = clock.now();
  const sent = await db.transaction(async (tx) => {
    const { unblocksAt } = await readStanding(tx, userId, at);
    if (unblocksAt === undefined) return tellIfOpen(tx, userId, at);
    await jobs.send(tx, 'credit_recovery', { userId }, unblocksAt);
    return undefined;
  });
  if (sent) announce(deps, sent);
}

/** Writes the rules in force into the log, once per version: from then on any reader can compare them. */
export async function recordRules(db: Db): Promise<void> {
  await ledger.appendRecord(db, {
    type: 'score.rules',
    json: JSON.stringify({ version: RULES_VERSION, threshold: THRESHOLD, rules: RULES }),
    ref: RULES_VERSION,
  });
}
