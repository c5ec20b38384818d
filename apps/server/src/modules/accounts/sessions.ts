import { hash } from 'node:crypto';
import type { Language } from '@khara/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@khara/rules';
import { LRUCache } from 'lru-cache';
import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { PresentedToken, Sessions } from '#src/ports/sessions.ts';
import * as memberStore from './member-store.ts';
import { SECRETS } from './secret-store.ts';
import * as sessionStore from './session-store.ts';
import { tidyKeys } from '#modules/programs/index.ts';
import { tidyTries } from './attempt-store.ts';
import { tidyChallenges } from './passkey-store.ts';
import { tidySessions } from './session-store.ts';

/** A session ends after IDLE_MS without a call, and after LIFE_MS in any case. */
const IDLE_MS = 12 * HOUR_MS;
export const LIFE_MS = 7 * DAY_MS;
/**
 * Within this time after its end a token gets the answer that it has ended (2001), later that it is unknown (401).
 */
const REMEMBERED_MS = 30 * DAY_MS;
/** A session that began or was used no later has ended by itself. */
export const liveSince = (now: number) => ({ created: now - LIFE_MS, seen: now - IDLE_MS });
/** Live sessions of one account, at most; the oldest ends. */
export const MAX_SESSIONS = 5;

/** How long the memory is trusted. Ends in this server reach it at once, those in another one within a second. */
export const TRUSTED_MS = 30_000;
const REMEMBERED_SESSIONS = 50_000;

type CachedSession = {
  readonly presented: PresentedToken;
  /** What its row said, with the number of its newest record, as they were found to agree. */
  readonly found: string;
  readonly readAt: number;
  readonly endsAt: number;
  lastSeenAt: number;
  savedSeenAt: number;
  /** What its reader reads. */
  language: Language;
};

/**
 * When a session was used last, by its row. An instant ahead was written by no server: it keeps no session
 * from its idle end.
 */
const seenBy = (now: number, row: { readonly lastSeenAt: number; readonly createdAt: number }): number =>
  Number(row.lastSeenAt <= now + MINUTE_MS ? row.lastSeenAt : row.createdAt);

const endOfPractice = ({ openedBy, endReason }: sessionStore.MemberSession) =>
  openedBy === 'device_key' && (endReason === 'device_moved' || endReason === 'account_closed') ? endReason : undefined;

/** SHA-256 of a token: what the database and the memory know a session by. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** 32 random bytes as base64url: nothing else can have been ours. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The sessions of the database, remembered in memory. Reading one from memory costs a hash; when it was last
 * used is saved at most once a minute.
 */
export function createSessions(deps: Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'log'>>): Sessions {
  const { db, clock } = deps;
  const remembered = new LRUCache<string, CachedSession>({ max: REMEMBERED_SESSIONS });
  // Counts what was forgotten: an answer of the database that was asked before must not be remembered after.
  let forgotten = 0;

  function use(tokenHash: string, session: CachedSession, now: number, language?: Language): PresentedToken {
    const { presented } = session;
    if (presented.kind !== 'live') return presented;
    if (now >= session.endsAt || now >= session.lastSeenAt + IDLE_MS) {
      remembered.delete(tokenHash);
      return { kind: 'ended' };
    }
    session.lastSeenAt = Math.max(session.lastSeenAt, now);
    if (language !== undefined && language !== session.language) {
      session.language = language;
      // When it is lost, notices come in the language before until the next sign-in.
      memberStore.setLanguage(db, presented.member.userId, language).catch(() => undefined);
    }
    if (now - session.savedSeenAt >= MINUTE_MS) {
      session.savedSeenAt = now;
      // No caller waits for it: when it is lost, the session only seems a minute more idle.
      sessionStore.markSessionSeen(db, presented.member.sessionId, now).catch(() => undefined);
    }
    return presented;
  }

  async function read(tokenHash: string, now: number, language?: Language): Promise<PresentedToken> {
    const asked = forgotten;
    const row = await sessionStore.sessionByToken(db, Buffer.from(tokenHash, 'hex'));
    if (!row) return { kind: 'unknown' };
    // What this server saw may still be on its way to the database.
    const lastSeenAt = Math.max(seenBy(now, row), remembered.get(tokenHash)?.lastSeenAt ?? 0);
    const endsAt = row.createdAt + LIFE_MS;
    const endedAt = row.endedAt === undefined ? Math.min(endsAt, lastSeenAt + IDLE_MS) : row.endedAt;
    if (row.endedAt !== undefined || now >= endedAt)
      return now < endedAt + REMEMBERED_MS ? { kind: 'ended', why: endOfPractice(row) } : { kind: 'unknown' };
    const deviceOnly = row.deviceKey !== undefined;
    // A practice account has no password: the key that opened the session stands for it as long as that lasts.
    const until = deviceOnly ? endsAt : row.transactionPasswordUntil;
    const found = [row.record, row.id, row.memberId, row.createdAt, row.openedBy, until, row.deviceKey].join(' ');
    const isSame = remembered.get(tokenHash)?.found === found;
    if (!isSame && !(await isAsRecorded(deps, sessionStore.SESSIONS, row.id))) return { kind: 'unknown' };
    if (!isSame && deviceOnly && !(await isAsRecorded(deps, SECRETS, row.memberId))) return { kind: 'unknown' };
    const presented: PresentedToken = {
      kind: 'live',
      member: {
        userId: row.memberId,
        accountKey: Number(row.number),
        sessionId: row.id,
        tokenHash,
        deviceOnly,
        transactionPasswordUntil: until === undefined ? undefined : Number(until),
      },
    };
    const session: CachedSession = {
      presented,
      found,
      readAt: now,
      endsAt,
      lastSeenAt,
      savedSeenAt: lastSeenAt,
      language: row.language,
    };
    if (asked === forgotten) remembered.set(tokenHash, session);
    return use(tokenHash, session, now, language);
  }

  return {
    find(token, language) {
      if (!TOKEN.test(token)) return { kind: 'unknown' };
      const tokenHash = hash('sha256', token, 'hex');
      const now = clock.now();
      const session = remembered.get(tokenHash);
      if (session && now - session.readAt < TRUSTED_MS) return use(tokenHash, session, now, language);
      return read(tokenHash, now, language);
    },
    forget(tokenHashes) {
      forgotten += 1;
      for (const tokenHash of tokenHashes) remembered.delete(tokenHash);
    },
  };
}

/**
 * Removes sessions and keys of programs that ended long ago, counters untouched for a week, and passkeys’
 * challenges that are over. Safe to run at any time, and twice.
 */
export async function purgeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await tidySessions(db, { endedBefore: now - REMEMBERED_MS, createdBefore: now - LIFE_MS - REMEMBERED_MS });
  await tidyTries(db, now - 7 * DAY_MS);
  await tidyChallenges(db, now);
  await db.transaction((tx) => tidyKeys(tx, now - REMEMBERED_MS, now));
}
