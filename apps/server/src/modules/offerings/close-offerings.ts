import { ENTROPY_DELAY_MS } from '@khara/lottery';
import { hex } from '@khara/proof';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { mayBeFrozen } from './asked-list.ts';
import { addApplicants } from './simulate-applicants.ts';
import { runDraws } from './run-draws.ts';
import { sealedList } from './sealed-terms.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';

type CloseDeps = Pick<Deps, 'db' | 'clock' | 'offerings' | 'pushes' | 'log'>;

/**
 * Without outside entropy there is no round to wait for; applicants still have the seed before the result is posted.
 */
const PAUSE_MS = 5_000;

/** Closes the offerings whose instant has come. No person decides it, and from here on none can be withdrawn. */
export async function closeDue(deps: CloseDeps, live: readonly Offering[]): Promise<void> {
  const now = deps.clock.now();
  for (const offering of live) {
    if (offering.state !== 'in_progress' || now < (offering.closesAt ?? 0)) continue;
    if (await mayBeFrozen(deps, offering.id)) await freeze(deps, offering);
  }
  // One that was cut off after its list was frozen comes here at the next turn.
  for (const { id } of await unpublished(deps)) await publish(deps, id);
}

/**
 * Freezes the list: the last simulated applicants come in, then no applicant can apply, change or take back any more.
 */
async function freeze({ db, clock }: CloseDeps, { id, simulated }: Offering): Promise<void> {
  await db.transaction(async (tx) => {
    await addApplicants(tx, id, simulated);
    await tx.query(
      'offerings.freeze',
      `UPDATE offerings.offering SET state = CASE WHEN kind = 'block' THEN 'pending_listing' ELSE 'allotting' END, closed_ms = $2
       WHERE id = $1 AND state = 'in_progress'`,
      [id, clock.now()],
    );
  });
}

const unpublished = ({ db }: CloseDeps): Promise<readonly { readonly id: string }[]> =>
  db.query(
    'offerings.unpublished',
    `SELECT id FROM offerings.offering WHERE state = 'allotting' AND list_root IS NULL ORDER BY id`,
  );

/** Publishes the root of the frozen list together with the seed: in the log, and to all applicants. */
async function publish(deps: CloseDeps, id: string): Promise<void> {
  const { db, clock } = deps;
  const offering = await store.offeringById(db, id);
  if (!offering?.seed) throw new Error(`${id} has no seed`);
  const { root, count, lots } = await runDraws(deps.offerings.draws, {
    do: 'root',
    facts: await sealedList(db, offering),
  });
  if (count !== offering.applications || BigInt(lots) !== offering.lots) {
    throw new Error(`${id} counted ${offering.applications} applications, its list has ${count}`);
  }
  const now = clock.now();
  const drawAt =
    offering.entropyKind === 'none'
      ? now + (offering.closesAtOnce ? 0 : PAUSE_MS)
      : Math.max(now, offering.closesAt ?? 0) + ENTROPY_DELAY_MS;
  const seed = hex(new Uint8Array(offering.seed));
  const json = JSON.stringify({ offeringId: id, n: count, listRoot: hex(root), seed });
  const isFirst = await db.transaction(async (tx) => {
    const rows = await tx.query(
      'offerings.publish_list',
      `UPDATE offerings.offering SET list_root = $2, list_count = $3, draw_ms = $4 WHERE id = $1 AND list_root IS NULL RETURNING 1 AS one`,
      [id, root, count, drawAt],
    );
    if (rows.length > 0) await ledger.appendRecord(tx, { type: 'draw.close', ref: id, json });
    return rows.length > 0;
  });
  if (!isFirst) return;
  const { members } = await store.readList(db, id);
  const data = { offeringId: id, n: count, listRoot: hex(root), seed, at: now };
  deps.pushes.changed(members.map(({ userId }) => ({ userId, kind: 'draw', data })));
}
