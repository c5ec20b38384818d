import { rupees } from '@khara/money';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { releaseBlockedMoney } from './change-application.ts';
import { recordsLink } from './records-link.ts';
import type { Application, LapseReason, Offering } from './offering.ts';
import * as store from './offering-store.ts';

type LapseDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Ends an offering without an allotment, after its close. */
export async function lapseOffering(
  { db, log }: LapseDeps,
  { id }: Pick<Offering, 'id'>,
  reason: LapseReason,
): Promise<void> {
  await db.query(
    'offerings.lapse',
    `UPDATE offerings.offering SET state = 'lapsed', state_reason = $2 WHERE id = $1 AND state = 'allotting' AND drawn_ms IS NULL`,
    [id, reason],
  );
  log.warn({ offering: id, reason }, 'an offering has lapsed');
}

/**
 * Withdraws an offering before its close, in the caller's transaction; everything blocked is released by the
 * job. Two people decide it, in the back office. Refuses: unknown_offering, offering_not_open (closed:
 * looking at a result and then withdrawing would rig the draw).
 */
export async function withdrawOffering(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  id: string,
  reason: string,
): Promise<Result<null, 'unknown_offering' | 'offering_not_open'>> {
  const offering = await store.lockOffering(tx, id);
  if (!offering) return refuse('unknown_offering', { field: 'id' });
  const isEarly =
    offering.state === 'coming_soon' || (offering.state === 'in_progress' && clock.now() < (offering.closesAt ?? 0));
  if (!isEarly) return refuse('offering_not_open', { field: 'id' });
  await tx.query(
    'offerings.withdraw',
    `UPDATE offerings.offering SET state = 'withdrawn', state_reason = $2 WHERE id = $1`,
    [id, reason],
  );
  return done(null);
}

/**
 * Releases what applications to withdrawn and lapsed offerings still block, one by one: a run that is cut off
 * goes on where the database stands. One that fails leaves the others their turn.
 */
export async function releaseEnded(deps: LapseDeps & Pick<Deps, 'market' | 'pushes'>): Promise<void> {
  const failures: unknown[] = [];
  for (let after: string | undefined; ;) {
    const waiting: readonly Ended[] = await deps.db.query<Ended>(
      'offerings.ended_holds',
      `SELECT a.id, a.user_id FROM offerings.application a JOIN offerings.offering o ON o.id = a.offering_id
       WHERE o.state IN ('withdrawn', 'lapsed') AND a.state = 'subscribed' AND ($2::text IS NULL OR a.id > $2)
       ORDER BY a.id LIMIT $1`,
      [BATCH_SIZE, after],
    );
    for (const ended of waiting) await release(deps, ended).catch((error: unknown) => failures.push(error));
    if (waiting.length < BATCH_SIZE) break;
    after = waiting.at(-1)!.id;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Applications to offerings that ended were not released');
}

const BATCH_SIZE = 1000;

type Ended = { readonly id: string; readonly userId: string };

async function release(deps: LapseDeps & Pick<Deps, 'market' | 'pushes'>, { id, userId }: Ended): Promise<void> {
  const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
    const application = await store.lockApplication(tx, userId, id);
    const offering = application && (await store.offeringById(tx, application.offeringId));
    if (!offering || application.state !== 'subscribed') return undefined;
    return endApplication(deps, tx, application, offering, offering.state === 'withdrawn' ? 'cancelled' : 'lapsed');
  });
  announce(deps, sent);
  deps.pushes.changed([{ userId: userId, kind: 'wallet', currency: 'INR' }]);
}

const endedKey = (isAllotted: boolean, { state, stateReason: reason }: Offering) => {
  if (isAllotted) return 'allotmentLapsed';
  if (state === 'withdrawn') return 'offeringWithdrawn';
  return reason === 'undersubscribed' ? 'offeringFailed' : 'offeringLapsed';
};

/** Ends one application with everything released, and tells its owner why. The row is locked. */
export async function endApplication(
  deps: Pick<Deps, 'market' | 'clock'>,
  tx: Parameters<typeof releaseBlockedMoney>[0],
  application: Application,
  offering: Offering,
  state: 'cancelled' | 'lapsed',
): Promise<SentNotice> {
  const now = deps.clock.now();
  const isAllotted = application.state === 'winning_lots';
  await releaseBlockedMoney(tx, application, {
    actor: 'system',
    marketDate: deps.market.now().marketDate,
    // What the allotment released before has the hold's own name.
    ref: `${application.holdId}-${state}`,
  });
  await tx.query(
    'offerings.obligation_lapsed',
    `UPDATE offerings.offering_obligation SET state = 'lapsed', settled_ms = $2 WHERE application_id = $1 AND state = 'open'`,
    [application.id, now],
  );
  await store.changeApplication(tx, application.id, state, () =>
    tx.query<Application>(
      'offerings.end_application',
      'UPDATE offerings.application SET state = $2, held_paise = 0, updated_ms = $3 WHERE id = $1 RETURNING *',
      [application.id, state, now],
    ),
  );
  return notify(tx, {
    userId: application.userId,
    category: 'transaction',
    key: endedKey(isAllotted, offering),
    params: { code: offering.code, amount: rupees(application.heldPaise) },
    link: recordsLink(offering),
    about: `application:${application.id} ended`,
    at: now,
  });
}
