import type { KycReason } from '@khara/contract';
import { carryLimits } from '#modules/accounts/index.ts';
import { addCreditEvent } from '#modules/credit/index.ts';
import { announce, completeTask, notify, notifyAll, type SentNotice } from '#modules/notices/index.ts';
import { keepUntil, readLooks } from '#modules/pictures/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as store from './store.ts';
import type { KycApplication } from './store.ts';
import { PAGE } from './submit.ts';
import { DAY_MS } from '@khara/rules';

/** The sandbox's reviewer takes a moment, so that "under review" can be met. */
const REVIEW_AFTER_MS = 2_000;
const BATCH_SIZE = 20;
/**
 * A practice market has no reason to hold a member's card: after the decision its pictures are kept this long.
 * Published on the page.
 */
const KEPT_AFTER_DECISION_MS = DAY_MS;
/**
 * Mean difference of grey values below which two pictures are the same, and deviation below which there is
 * nothing on one.
 */
const SAME_BELOW = 3;
const EMPTY_BELOW = 5;

/** Decides what waits, in the sandbox; where people decide it does nothing. Safe to run twice, and beside itself. */
export async function reviewIdentities(deps: Deps): Promise<number> {
  const { db, clock, config } = deps;
  if (config.KYC_REVIEW !== 'sandbox') return 0;
  const sent = await db.transaction(async (tx) => {
    const rows = await store.lockToReview(tx, clock.now() - REVIEW_AFTER_MS, BATCH_SIZE);
    const notices: SentNotice[] = [];
    for (const row of rows) notices.push(...(await decideIdentity(tx, deps, row, await findFlaw(tx, row), 'sandbox')));
    return notices;
  });
  announce(deps, ...sent);
  return sent.length;
}

/**
 * What the sandbox finds wrong: a picture without anything on it, or the same one twice. It reads no card,
 * and recognises no face.
 */
async function findFlaw(
  tx: Tx,
  { memberId: member_id, frontId: front_id, backId: back_id }: KycApplication,
): Promise<KycReason | undefined> {
  const looks = await readLooks(tx, member_id, 'kyc', [front_id, back_id]);
  const front = looks.find(({ id }) => id === front_id);
  const back = looks.find(({ id }) => id === back_id);
  if (!front || !back) return front_id === back_id ? 'same_picture_twice' : 'picture_not_readable';
  if (front.contrast < EMPTY_BELOW || back.contrast < EMPTY_BELOW) return 'picture_not_readable';
  const difference = front.look.reduce((sum, grey, at) => sum + Math.abs(grey - back.look[at]!), 0) / front.look.length;
  return difference < SAME_BELOW ? 'same_picture_twice' : undefined;
}

/**
 * Certifies, or fails for a reason, in the caller's transaction, which holds the application's lock. A member
 * certified with a number that another certified account has, has met a rule of the credit score. Answers the
 * notices to announce after the commit.
 */
export async function decideIdentity(
  tx: Tx,
  deps: Deps,
  row: KycApplication,
  reason: KycReason | undefined,
  by: string,
): Promise<readonly SentNotice[]> {
  const at = deps.clock.now();
  await store.decideApplication(tx, row, { reason, by, at });
  await keepUntil(tx, [row.frontId, row.backId], at + KEPT_AFTER_DECISION_MS);
  if (reason === undefined) await completeTask(tx, [row.memberId], 'kyc', at);
  const notice = await notify(tx, {
    userId: row.memberId,
    category: 'system',
    key: reason === undefined ? 'kycCertified' : 'kycFailed',
    link: PAGE,
    about: `kyc:${row.id}`,
    at,
  });
  if (reason !== undefined) return [notice];
  const carried = await carryLimits(tx, deps, row.memberId, { numberHash: row.numberHash });
  const notices = [notice, ...(await notifyAll(tx, carried))];
  if (!(await store.otherWithNumber(tx, row))) return notices;
  const about = `identity:${row.id}`;
  return [...notices, await addCreditEvent(tx, deps, { userId: row.memberId, rule: 'duplicate_identity', about })];
}
