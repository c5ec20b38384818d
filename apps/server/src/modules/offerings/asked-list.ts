import { wrongInList } from '@khara/offerings';
import { asRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import { offeredLots } from './present-offering.ts';
import type { Offering } from './offering.ts';
import * as store from './offering-store.ts';

/** Applications whose records are read at once. */
const PAGE = 1000;

/** What of an offering's list does not follow from its terms and from the applications as they stand. */
export async function wrongInOffering(db: Queryable, offering: Offering): Promise<string | undefined> {
  const [runs, members] = await Promise.all([store.runsOf(db, offering.id), store.allApplications(db, offering.id)]);
  const counted = {
    ...offering,
    isBlock: offering.kind === 'block',
    isOpened: offering.openedAt !== undefined,
    isClosed: offering.closedAt !== undefined,
    isWithdrawn: offering.state === 'withdrawn',
    offeredLots: offeredLots(offering),
    lots: Number(offering.lots),
  };
  return wrongInList(
    counted,
    members.map(({ number, lots, state }) => ({ number, lots, isCancelled: state === 'cancelled' })),
    runs,
  );
}

/**
 * Whether a list may be frozen: each application is what its member asked for by its newest record, and beside them are
 * the simulated applicants that the terms bring. What is wrong is logged.
 */
export async function mayBeFrozen({ db, log }: Pick<Deps, 'db' | 'log'>, id: string): Promise<boolean> {
  return isRight(log, id, (await unasked(db, id)) ?? (await db.snapshot((tx) => miscounted(tx, id))));
}

/** Whether all applications of a frozen list are still what their members asked for; its root holds the rest. */
export const mayBeDrawn = async ({ db, log }: Pick<Deps, 'db' | 'log'>, id: string): Promise<boolean> =>
  isRight(log, id, await unasked(db, id));

function isRight(log: Deps['log'], id: string, wrong: string | undefined): boolean {
  if (wrong !== undefined) log.fatal({ offering: id, wrong }, 'a list is not what was asked for: it goes no further');
  return wrong === undefined;
}

async function miscounted(tx: Queryable, id: string): Promise<string | undefined> {
  const offering = await store.offeringById(tx, id);
  return offering ? wrongInOffering(tx, offering) : 'is gone';
}

async function unasked(db: Db, offeringId: string): Promise<string | undefined> {
  for (let after = 0; ;) {
    const rows = await store.pageOfList(db, offeringId, { after, limit: PAGE });
    const ids = rows.map(({ id }) => id);
    const asked = await asRecorded(db, store.APPLICATIONS, ids);
    const stranger = ids.find((id) => !asked.has(id));
    if (stranger !== undefined) return `application ${stranger} is not what the log says`;
    const last = rows.at(-1);
    if (!last) return undefined;
    after = last.number;
  }
}
