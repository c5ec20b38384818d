import { rupees } from '@khara/money';
import { isSigned } from '@khara/offerings';
import * as ledger from '#modules/ledger/index.ts';
import { toChanges, notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { recordsLink } from './records-link.ts';
import type { Application, Offering } from './offering.ts';

type AllotDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;

/** Applications that get their result in one transaction. */
const BATCH = 500;
/**
 * Batches of a long list that are under way at once: while one commits, the next is written. A short list has
 * one after the other.
 */
const LANES = 2;

/**
 * Gives every application of a drawn offering its result: who gets nothing has the money back in the same
 * transaction, who gets something keeps blocked what it costs. In batches by application, each complete in
 * itself: a run that is cut off goes on where the database stands.
 */
export async function allotShares(deps: AllotDeps, live: readonly Offering[]): Promise<void> {
  for (const offering of live) {
    if (offering.state !== 'allotting' || offering.drawnAt === undefined) continue;
    if (!(await isPricedAsDrawn(deps, offering))) continue;
    const first = await resolveBatch(deps, offering, 0);
    if (first.count === BATCH) await resolveRest(deps, offering, first.last);
    await deps.db.query(
      'offerings.resolved',
      `UPDATE offerings.offering SET state = 'pending_listing', resolved_ms = $2 WHERE id = $1 AND state = 'allotting'
       AND NOT EXISTS (SELECT FROM offerings.application a WHERE a.offering_id = $1 AND a.resolved_ms IS NULL AND a.state = 'subscribed')`,
      [offering.id, deps.clock.now()],
    );
  }
}

/** Whether a share costs what the log said of the draw. */
const isPricedAsDrawn = (deps: AllotDeps, { id, allotmentPaise: price }: Offering): Promise<boolean> =>
  ledger.isTrusted(deps, `draw.result ${id}`, async () => {
    const said = await ledger.findRecord(deps.db, 'draw.result', id);
    const [record] = said ? await ledger.recordsToCheck(deps.db, { after: said.id - 1n, size: 1 }) : [];
    const isSame = said !== undefined && BigInt(JSON.parse(said.json).pricePaise) === price; // draw-offerings wrote it
    return { record, differs: isSame ? undefined : 'has another price than the log' };
  });

async function resolveRest(deps: AllotDeps, offering: Offering, from: number): Promise<void> {
  const lane = async (): Promise<void> => {
    // From its own last one on: what is done lies dead at the front of the index until it is swept.
    for (let batch = { count: BATCH, last: from }; batch.count > 0;) {
      batch = await resolveBatch(deps, offering, batch.last);
    }
  };
  // All are waited for, also when one fails: what one has locked the others pass over.
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** An application with its result, in paise. */
type AllottedApplication = Pick<Application, 'id' | 'number' | 'userId' | 'holdId'> & {
  readonly shares: number;
  /** What the shares cost, with their charges. */
  readonly due: bigint;
  /** Blocked before, and from now on. */
  readonly held: bigint;
  readonly kept: bigint;
};

/** Resolves the next applications after a number. Answers how many there were, and the number of the last. */
async function resolveBatch(
  deps: AllotDeps,
  offering: Offering,
  after: number,
): Promise<{ readonly count: number; readonly last: number }> {
  const { db, clock, market } = deps;
  const now = clock.now();
  const { marketDate } = market.now();
  const { sent, resolved } = await db.transaction(async (tx) => {
    // An application that was not in the draw has no shares, not even none, and ends the transaction at a constraint.
    const resolved = await tx.query<AllottedApplication>(
      'offerings.write_results',
      `WITH next AS (
         SELECT id FROM offerings.application WHERE offering_id = $1 AND number > $4 AND resolved_ms IS NULL AND state = 'subscribed'
         ORDER BY number LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
       )
       UPDATE offerings.application a SET state = CASE WHEN a.allotted_shares > 0 THEN 'winning_lots' ELSE 'failed_lots' END,
         cost_paise = a.allotted_shares * $2::bigint, held_paise = least(a.allotted_shares * $2::bigint + a.charges_paise, a.held_paise),
         resolved_ms = $3, updated_ms = $3
       FROM next n WHERE a.id = n.id
       RETURNING a.id, a.number, a.user_id, a.hold_id, a.allotted_shares AS shares, a.cost_paise + a.charges_paise AS due, old.held_paise AS held, new.held_paise AS kept`,
      [offering.id, offering.allotmentPaise, now, after],
    );
    await ledger.postBatch(
      tx,
      resolved.flatMap(({ holdId: hold, held, kept }): ledger.BatchEntry[] => {
        if (held === kept) return [];
        const use = { hold, captured: 0n, released: held - kept };
        return [{ kind: 'apply_release', ref: hold, actor: 'system', marketDate, lines: [], use }];
      }),
    );
    if (offering.signingMarket !== undefined && resolved.some(({ due, kept }) => due > kept)) {
      await tx.query(
        'offerings.obligations',
        `INSERT INTO offerings.offering_obligation (application_id, user_id, amount_paise, due_market)
         SELECT id, user_id, cost_paise + charges_paise - held_paise, $2 FROM offerings.application
         WHERE id = ANY ($1) AND cost_paise + charges_paise > held_paise`,
        [resolved.map(({ id }) => id), offering.signingMarket],
      );
    }
    const written = await notifyAll(
      tx,
      resolved.map((result) => allotmentNotice(result, offering, now)),
    );
    return { sent: written, resolved };
  });
  deps.pushes.changed([
    ...toChanges(sent),
    ...resolved.map(({ userId }) => ({ userId, kind: 'wallet', currency: 'INR' }) as const),
  ]);
  return { count: resolved.length, last: resolved.reduce((last, { number }) => Math.max(last, number), after) };
}

function allotmentNotice(result: AllottedApplication, offering: Offering, at: number): NoticeToSend {
  const { shares, held, kept } = result;
  const unpaid = result.due - kept;
  const lots = Math.floor(shares / offering.sharesPerLot);
  const price = rupees(offering.allotmentPaise ?? 0n);
  const of = {
    userId: result.userId,
    category: 'transaction',
    link: recordsLink(offering),
    about: `application:${result.id} result`,
    at,
  } as const;
  const { code } = offering;
  if (shares === 0) return { ...of, key: 'allotmentFailed', params: { code, amount: rupees(held) } };
  return unpaid > 0n
    ? { ...of, key: 'placementAllotted', params: { code, lots, shares, price, amount: rupees(unpaid) } }
    : {
        ...of,
        key: isSigned(offering.kind) ? 'allotmentWon' : 'offerAllotted',
        params: { code, lots, shares, price, amount: rupees(kept) },
      };
}
