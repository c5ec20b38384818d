import { rupees } from '@khara/money';
import * as ledger from '#modules/ledger/index.ts';
import { notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/deps.ts';
import { announceAll } from './announce.ts';
import { recordsLink } from './sign.ts';
import type { ApplicationRow, OfferingRow } from './rows.ts';

type Resolving = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;

/** Applications that get their result in one transaction. */
const BATCH = 500;

/**
 * Gives every application of a drawn offering its result: who gets nothing has the money back in the same transaction, who gets something keeps blocked
 * what it costs. In batches by application, each complete in itself: whoever is cut off goes on where the database stands.
 */
export async function resolveDrawn(deps: Resolving, live: readonly OfferingRow[]): Promise<void> {
  for (const offering of live) {
    if (offering.state !== 'allotting' || offering.drawn_ms === null) continue;
    while ((await resolveBatch(deps, offering)) > 0);
    await deps.db.query(
      'ipo.resolved',
      `UPDATE ipo.offering SET state = 'pending_listing', resolved_ms = $2 WHERE id = $1 AND state = 'allotting'`,
      [offering.id, deps.clock.now()],
    );
  }
}

type Resolved = {
  readonly id: string;
  readonly state: 'winning_lots' | 'failed_lots';
  readonly cost_paise: string;
  readonly held_paise: string;
  readonly unpaid: bigint;
};

async function resolveBatch(deps: Resolving, offering: OfferingRow): Promise<number> {
  const { db, clock, market } = deps;
  const now = clock.now();
  const { marketDate } = market.now();
  const { sent, count, users } = await db.transaction(async (tx) => {
    const rows = await tx.query<ApplicationRow>(
      'ipo.unresolved',
      `SELECT * FROM ipo.application WHERE offering_id = $1 AND resolved_ms IS NULL AND state = 'subscribed'
       ORDER BY number LIMIT ${BATCH} FOR NO KEY UPDATE`,
      [offering.id],
    );
    const resolved = rows.map((row) => ({ row, after: resultOf(row, offering) }));
    await ledger.postBatch(
      tx,
      resolved.flatMap(({ row, after }): ledger.BatchEntry[] => {
        const released = row.held_paise - BigInt(after.held_paise);
        if (released === 0n) return [];
        const use = { hold: row.hold_id, captured: 0n, released };
        return [{ kind: 'apply_release', ref: row.hold_id, actor: 'system', marketDate, lines: [], use }];
      }),
    );
    await tx.query(
      'ipo.write_results',
      `UPDATE ipo.application a SET state = n.state, cost_paise = n.cost_paise, held_paise = n.held_paise, resolved_ms = $2, updated_ms = $2
       FROM json_to_recordset($1::json) AS n (id text, state text, cost_paise bigint, held_paise bigint) WHERE a.id = n.id`,
      [JSON.stringify(resolved.map(({ after: { unpaid: _, ...written } }) => written)), now],
    );
    const owed = resolved.filter(({ after }) => after.unpaid > 0n);
    if (owed.length > 0 && offering.signing_market !== null) {
      await tx.query(
        'ipo.obligations',
        `INSERT INTO ipo.offering_obligation (application_id, user_id, amount_paise, due_market)
         SELECT id, user_id, amount, $2 FROM json_to_recordset($1::json) AS n (id text, user_id text, amount bigint)`,
        [
          JSON.stringify(
            owed.map(({ row, after }) => ({ id: row.id, user_id: row.user_id, amount: String(after.unpaid) })),
          ),
          offering.signing_market,
        ],
      );
    }
    const written = await notifyAll(
      tx,
      resolved.map(({ row, after }) => noticeOf(row, after, offering, now)),
    );
    return { sent: written, count: rows.length, users: rows.map((row) => row.user_id) };
  });
  announceAll(deps, sent);
  for (const userId of users) {
    if (deps.pushes.isListening(userId)) deps.pushes.toUser(userId, { type: 'wallet', data: { currency: 'INR' } });
  }
  return count;
}

/** What becomes of an application: what its shares cost, what of it stays blocked, what is still to be paid. */
function resultOf(row: ApplicationRow, { allotment_paise: price }: OfferingRow): Resolved {
  const shares = row.allotted_shares;
  if (shares === null || price === null) throw new Error(`${row.id} was not in the draw`);
  const cost = BigInt(shares) * price;
  const held = cost < row.held_paise ? cost : row.held_paise;
  return {
    id: row.id,
    state: shares > 0 ? 'winning_lots' : 'failed_lots',
    cost_paise: String(cost),
    held_paise: String(held),
    unpaid: cost - held,
  };
}

function noticeOf(row: ApplicationRow, after: Resolved, offering: OfferingRow, at: number): NoticeToSend {
  const shares = row.allotted_shares ?? 0;
  const lots = Math.floor(shares / offering.shares_per_lot);
  const price = rupees(offering.allotment_paise ?? 0n);
  const of = {
    userId: row.user_id,
    category: 'transaction',
    link: recordsLink(offering),
    about: `application:${row.id} result`,
    at,
  } as const;
  const { code } = offering;
  if (after.state === 'failed_lots') {
    return { ...of, key: 'allotmentFailed', params: { code, amount: rupees(row.held_paise) } };
  }
  return after.unpaid > 0n
    ? { ...of, key: 'placementAllotted', params: { code, lots, shares, price, amount: rupees(after.unpaid) } }
    : {
        ...of,
        key: 'allotmentWon',
        params: { code, lots, shares, price, amount: rupees(BigInt(after.held_paise)) },
      };
}
