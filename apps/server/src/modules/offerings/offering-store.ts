import { asRecorded, changeRecorded, isRecorded, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Application, ApplicationState, Kind, Offering, OfferingState, SimulatedRun } from './offering.ts';

/** All SQL over offerings and applications that is not one use case's own. */

/**
 * What an offering is and on which terms, from the plan on: the log answers for it. Applications, the list
 * and the draw have records of their own.
 */
export const OFFERINGS: RecordedTable = {
  type: 'offering.terms',
  table: 'offerings.offering',
  id: 'id',
  columns: [
    't.kind',
    't.code',
    't.asset',
    't.names',
    't.sector',
    't.board',
    't.stories',
    't.unit',
    't.floor_paise',
    't.cap_paise',
    't.issue_paise',
    't.price_paise',
    't.reference_paise',
    "to_char(t.priced_on, 'YYYY-MM-DD')",
    't.discount_bps',
    't.shares_per_lot',
    't.total_shares',
    't.reserved_shares',
    't.offered_shares',
    't.min_lots',
    't.max_lots',
    't.upfront_bps',
    't.demand_hundredths',
    "encode(t.key_hash, 'hex')",
    't.market_day',
    't.opens_market',
    't.closes_market',
    't.allotment_market',
    't.signing_market',
    "to_char(t.listing_date, 'YYYY-MM-DD')",
    't.closes_at_once',
    't.opened_ms',
    't.closes_ms',
  ],
};

export async function offeringById(db: Queryable, id: string): Promise<Offering | undefined> {
  const rows = await db.query<Offering>('offerings.offering_by_id', 'SELECT * FROM offerings.offering WHERE id = $1', [
    id,
  ]);
  return rows[0];
}

/** The row, locked until the end of the transaction. */
export async function lockOffering(tx: Tx, id: string): Promise<Offering | undefined> {
  const rows = await tx.query<Offering>(
    'offerings.lock_offering',
    'SELECT * FROM offerings.offering WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  return rows[0];
}

/**
 * The same, as the log has its terms: one that was changed by hand neither opens, nor takes applications, nor draws.
 */
export async function lockAsRecorded(tx: Tx, id: string): Promise<Offering | undefined> {
  const offering = await lockOffering(tx, id);
  return offering && (await isRecorded(tx, OFFERINGS, id)) ? offering : undefined;
}

/** Offerings that are not over, in the order of their ids. */
export const liveOfferings = (db: Queryable): Promise<readonly Offering[]> =>
  db.query<Offering>(
    'offerings.live_offerings',
    `SELECT * FROM offerings.offering WHERE state NOT IN ('listed', 'withdrawn', 'lapsed') ORDER BY market_day, id`,
  );

/** What is open comes first, then what is to come, then the rest; newest first within each. */
const STATE_ORDER = `CASE o.state WHEN 'in_progress' THEN 0 WHEN 'allotting' THEN 1 WHEN 'coming_soon' THEN 2 WHEN 'listed_today' THEN 3
  WHEN 'pending_listing' THEN 4 WHEN 'listed' THEN 5 ELSE 6 END`;

/** A page of offerings of the kinds given. */
export function offeringPage(
  db: Queryable,
  page: {
    readonly kinds: readonly Kind[];
    readonly state: OfferingState | undefined;
    readonly id: string | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<readonly Offering[]> {
  return db.query<Offering>(
    'offerings.offering_page',
    `SELECT o.* FROM offerings.offering o
     WHERE o.kind = ANY ($1) AND ($2::text IS NULL OR o.state = $2) AND ($3::text IS NULL OR o.id = $3)
     ORDER BY ${STATE_ORDER}, CASE o.state WHEN 'in_progress' THEN o.closes_ms END, o.market_day DESC, o.id
     OFFSET $4 LIMIT $5`,
    [page.kinds, page.state ?? null, page.id ?? null, page.offset, page.limit],
  );
}

/** Own applications to offerings, without those that were taken back. */
export function applicationsTo(
  db: Queryable,
  userId: string,
  offeringIds: readonly string[],
): Promise<readonly { readonly id: string; readonly offeringId: string }[]> {
  return db.query(
    'offerings.applications_to',
    `SELECT DISTINCT ON (offering_id) id, offering_id FROM offerings.application
     WHERE user_id = $1 AND offering_id = ANY ($2) AND state <> 'cancelled' ORDER BY offering_id, serial DESC`,
    [userId, offeringIds],
  );
}

/**
 * What a member asked of an offering, and how it ended: the log answers for it. What is blocked, allotted and paid
 * follows from it, the draw and the ledger.
 */
export const APPLICATIONS: RecordedTable = {
  type: 'offering.application',
  table: 'offerings.application',
  id: 'id',
  columns: [
    't.offering_id',
    't.kind',
    't.number',
    't.user_id',
    't.request_id',
    "encode(t.who, 'hex')",
    't.lots',
    't.hold_id',
    't.revision',
    't.at_ms',
    "to_char(t.market_date, 'YYYY-MM-DD')",
    "CASE WHEN t.state IN ('cancelled', 'lapsed', 'signed') THEN t.state END",
    't.signed_ms',
  ],
};

/** Who has opened an offering that needs a key, and how often a key was wrong: the log answers for it. */
export const ACCESS: RecordedTable = {
  type: 'offering.access',
  table: 'offerings.access',
  id: 'id',
  member: 'user_id',
  columns: ['t.offering_id', 't.wrong', 't.paused_until_ms', 't.valid_until_ms'],
};

/** Until when a member's access key counts, by offering. */
export async function readAccess(
  db: Queryable,
  userId: string,
  offeringIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; offeringId: string; validUntil: number }>(
    'offerings.access_of',
    `SELECT id, offering_id, valid_until_ms FROM offerings.access
     WHERE user_id = $1 AND offering_id = ANY ($2) AND valid_until_ms > 0`,
    [userId, offeringIds],
  );
  const recorded = await asRecorded(
    db,
    ACCESS,
    rows.map(({ id }) => id),
  );
  return new Map(rows.filter(({ id }) => recorded.has(id)).map((row) => [row.offeringId, row.validUntil]));
}

/** Own applications, newest first. */
export async function applicationPage(
  db: Queryable,
  page: {
    readonly userId: string;
    readonly kinds: readonly Kind[];
    readonly state: ApplicationState | undefined;
    readonly id: string | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<readonly Application[]> {
  return db.query<Application>(
    'offerings.application_page',
    `SELECT * FROM offerings.application
     WHERE user_id = $1 AND kind = ANY ($2) AND ($3::text IS NULL OR state = $3) AND ($4::text IS NULL OR id = $4)
       AND ($5::bigint IS NULL OR serial < $5)
     ORDER BY serial DESC LIMIT $6`,
    [page.userId, page.kinds, page.state ?? null, page.id ?? null, page.before ?? null, page.limit],
  );
}

export const offeringsById = (db: Queryable, ids: readonly string[]): Promise<readonly Offering[]> =>
  db.query<Offering>('offerings.offerings_by_id', 'SELECT * FROM offerings.offering WHERE id = ANY ($1)', [ids]);

export async function lockApplication(tx: Tx, userId: string, id: string): Promise<Application | undefined> {
  const rows = await tx.query<Application>(
    'offerings.lock_application',
    'SELECT * FROM offerings.application WHERE id = $1 AND user_id = $2 FOR NO KEY UPDATE',
    [id, userId],
  );
  return rows[0];
}

/**
 * Changes an application that is as its record says, and records the change. Answers it as it is then; throws where it
 * is not what the log has.
 */
export async function changeApplication(
  tx: Tx,
  id: string,
  act: 'revised' | 'signed' | 'cancelled' | 'lapsed',
  change: () => Promise<readonly Application[]>,
): Promise<Application> {
  let row: Application | undefined;
  await changeRecorded(tx, APPLICATIONS, { id, act }, async () => {
    [row] = await change();
    return row !== undefined;
  });
  if (!row) throw new Error('an application is gone');
  return row;
}

/** Simulated applicants of an offering, as they came. */
export const runsOf = (db: Queryable, offeringId: string): Promise<readonly SimulatedRun[]> =>
  db.query<SimulatedRun>(
    'offerings.runs_of',
    'SELECT first_number, first_k, count FROM offerings.simulated_run WHERE offering_id = $1 ORDER BY first_number',
    [offeringId],
  );

/** All who take part, the simulated as the runs in which they came. */
export async function readList(
  db: Queryable,
  offeringId: string,
): Promise<{
  readonly runs: readonly SimulatedRun[];
  readonly members: readonly Pick<Application, 'id' | 'number' | 'userId' | 'lots' | 'who'>[];
}> {
  const [runs, members] = await Promise.all([
    runsOf(db, offeringId),
    db.query<Pick<Application, 'id' | 'number' | 'userId' | 'lots' | 'who'>>(
      'offerings.members_of',
      `SELECT id, number, user_id, lots, who FROM offerings.application WHERE offering_id = $1 AND state <> 'cancelled' ORDER BY number`,
      [offeringId],
    ),
  ]);
  return { runs, members };
}

/** All applications of members, cancelled ones too. */
export const allApplications = (
  db: Queryable,
  offeringId: string,
): Promise<readonly Pick<Application, 'number' | 'lots' | 'state'>[]> =>
  db.query<Pick<Application, 'number' | 'lots' | 'state'>>(
    'offerings.all_of',
    'SELECT number, lots, state FROM offerings.application WHERE offering_id = $1',
    [offeringId],
  );

/** The next of them by number. */
export const pageOfList = (
  db: Queryable,
  offeringId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Pick<Application, 'id' | 'number'>[]> =>
  db.query<Pick<Application, 'id' | 'number'>>(
    'offerings.page_of_list',
    'SELECT id, number FROM offerings.application WHERE offering_id = $1 AND number > $2 ORDER BY number LIMIT $3',
    [offeringId, after, limit],
  );

/** What placements still ask of a member, in paise. */
export async function readUnpaid(db: Queryable, userId: string): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(
    'offerings.unpaid_of',
    `SELECT coalesce(sum(amount_paise), 0)::bigint AS amount FROM offerings.offering_obligation WHERE user_id = $1 AND state = 'open'`,
    [userId],
  );
  return row?.amount ?? 0n;
}

/** Unpaid amounts of applications, by application. */
export async function readObligations(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query<{ applicationId: string; amountPaise: bigint }>(
    'offerings.obligations_of',
    `SELECT application_id, amount_paise FROM offerings.offering_obligation WHERE application_id = ANY ($1) AND state = 'open'`,
    [ids],
  );
  return new Map(rows.map((row) => [row.applicationId, row.amountPaise]));
}

/** Codes that are taken: of issues of any state. */
export const issuedCodes = async (db: Queryable): Promise<readonly string[]> =>
  (
    await db.query<{ code: string }>('offerings.issued_codes', `SELECT code FROM offerings.offering WHERE kind = 'ipo'`)
  ).map(({ code }) => code);
