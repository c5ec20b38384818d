import { hash, lp, sameBytes } from '@khara/proof';
import { plainDigits } from '@khara/rules';
import type { Data } from '@khara/contract';
import { notify, type NoticeToSend } from '#modules/notices/index.ts';
import { isRecorded, recordRow } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { readOwn, presentOffering } from './present-offering.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';

/** The key of every offering that needs one, in the sandbox. Its pages say it too, in the texts. */
export const SANDBOX_KEY = 'KHARA';
/** Wrong keys until an offering is paused for a member, and for how long. */
const MAX_WRONG = 5;
const PAUSE_MS = 15 * 60_000;
/** How long a right key is remembered. */
const VALID_MS = 30 * 60_000;

export const keyHash = (key: string): Uint8Array =>
  hash(lp('khara/access-key/1'), lp(plainDigits(key).trim().toUpperCase()));

/**
 * A member who first sees open offerings that need a key gets it, with the lesson what such a key means when a
 * stranger sends it. Once: the same key opens all that come later.
 */
export async function inviteOnce(deps: Deps, userId: string, shown: readonly Offering[]): Promise<void> {
  const offering = shown.find((row) => row.keyHash !== undefined && row.state === 'in_progress');
  if (!offering) return;
  const notice: NoticeToSend = {
    userId,
    category: 'task',
    key: 'offeringInvited',
    params: { key: SANDBOX_KEY },
    link:
      offering.kind === 'block'
        ? `/pages/market/passwordStock/index?id=${offering.id}`
        : `/pages/market/newStock/index?kind=${offering.kind}`,
    about: 'offerings invited',
    read: true, // the page says the key beside its field
    at: deps.clock.now(),
  };
  await deps.db.transaction((tx) => notify(tx, notice));
}

type KeyRefusal = 'access_key_required' | 'access_key_wrong' | 'access_key_paused';

/**
 * Whether a member may see and take an offering that needs a key: with it, or without while a right one is
 * remembered (answers until when). Refuses, in this order: access_key_paused (`pausedUntil`),
 * access_key_required, access_key_wrong (`triesLeft`; the fifth pauses). A try counts at once and for good.
 */
export async function enterKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  offering: Offering,
  key: string | undefined,
): Promise<Result<number, KeyRefusal>> {
  if (offering.keyHash === undefined) return done(Number.MAX_SAFE_INTEGER);
  const isRight = key !== undefined && sameBytes(keyHash(key), new Uint8Array(offering.keyHash));
  const now = deps.clock.now();
  const field = 'accessKey';
  return deps.db.transaction(async (tx) => {
    const id = `${offering.id} ${userId}`;
    const made = await tx.query(
      'offerings.access_row',
      'INSERT INTO offerings.access (offering_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
      [offering.id, userId],
    );
    if (made.length > 0) await recordRow(tx, store.ACCESS, id, 'asked');
    const [row] = await tx.query<{ wrong: number; pausedUntil: number; validUntil: number }>(
      'offerings.access_lock',
      'SELECT wrong, paused_until_ms, valid_until_ms FROM offerings.access WHERE offering_id = $1 AND user_id = $2 FOR UPDATE',
      [offering.id, userId],
    );
    if (!row) throw new Error('the row of an access key is gone');
    // What no key has opened is not open, and one that was opened by hand has to be asked for anew.
    if (!(await isRecorded(tx, store.ACCESS, id))) return refuse('access_key_required', { field });
    const write = async (wrong: number, pausedUntil: number, validUntil: number): Promise<void> => {
      await tx.query(
        'offerings.access_write',
        'UPDATE offerings.access SET wrong = $3, paused_until_ms = $4, valid_until_ms = $5 WHERE offering_id = $1 AND user_id = $2',
        [offering.id, userId, wrong, pausedUntil, validUntil],
      );
      await recordRow(tx, store.ACCESS, id, validUntil > now ? 'opened' : 'tried');
    };
    const validUntil = row.validUntil;
    const pausedUntil = row.pausedUntil;
    if (now < pausedUntil) return refuse('access_key_paused', { field, details: { pausedUntil } });
    if (key === undefined) {
      return now < validUntil ? done(validUntil) : refuse('access_key_required', { field });
    }
    if (isRight) {
      await write(0, 0, now + VALID_MS);
      return done(now + VALID_MS);
    }
    const wrong = row.wrong + 1;
    if (wrong < MAX_WRONG) {
      await write(wrong, 0, validUntil);
      return refuse('access_key_wrong', { field, details: { triesLeft: MAX_WRONG - wrong } });
    }
    await write(0, now + PAUSE_MS, 0);
    return refuse('access_key_paused', { field, details: { pausedUntil: now + PAUSE_MS } });
  });
}

/** Checks a key and answers with the terms behind it. Refuses: unknown_offering, then what `enterKey` does. */
export async function checkAccessKey(
  deps: Deps,
  caller: MemberCaller,
  { id, accessKey }: { readonly id: string; readonly accessKey: string },
): Promise<Result<Data<'checkAccessKey'>, 'unknown_offering' | 'access_key_wrong' | 'access_key_paused'>> {
  const offering = await store.offeringById(deps.db, id);
  if (!offering || offering.keyHash === undefined) return refuse('unknown_offering', { field: 'id' });
  const entered = await enterKey(deps, caller.member.userId, offering, accessKey);
  if (entered.refused !== undefined) {
    if (entered.refused === 'access_key_required') throw new Error('a key was given and is missing');
    return refuse(entered.refused, {
      field: 'accessKey',
      ...(entered.details === undefined ? {} : { details: entered.details }),
    });
  }
  const own = (await readOwn(deps, caller.member, [offering]))(offering);
  return done({
    valid: true,
    terms: presentOffering({ deps, language: caller.language }, offering, own),
    expiresAt: entered.value,
  });
}
