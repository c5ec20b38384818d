import type { Due } from '@khara/broker';
import { postBatch, type BatchEntry } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { announcePositions, type Changed, OPEN_STATES_SQL, lockUsers } from '#modules/orders/index.ts';
import { settleEntry } from './postings.ts';
import { writeDues } from './settlement-store.ts';

/** Holdings settled in one transaction: as many as commit in a fraction of a second. */
const BATCH_SIZE = 500;

/**
 * The pay-out of a market date, at 15:30: shares bought on earlier days whose settlement date has come move
 * from "bought and not yet settled" (122) to "free" (120). T+1, or later where a holiday or a settlement
 * holiday lies between (packages/rules decided it when they were bought). Shares frozen for a sale wait until
 * the day is over. Safe to repeat: what is settled is not due any more.
 */
export async function settleDues(deps: Omit<Deps, 'venue'>, day: { readonly marketDate: string }): Promise<void> {
  let from: Holding | undefined;
  do {
    const after = from;
    const some = await deps.db.transaction((tx) => settleSome(tx, day.marketDate, after));
    announcePositions(deps, some.changed, { at: deps.clock.now(), changed: 'settled' });
    from = some.next;
  } while (from);
}

/** What was not delivered comes with a later pay-out (decision 15). */
const notHere = (due: 'd' | 'l'): string =>
  `EXISTS (SELECT FROM trading.short_delivery s WHERE s.user_id = ${due}.user_id AND s.asset = ${due}.asset AND s.settles_on = ${due}.settles_on AND s.arrives_on > $1)`;

type Holding = { readonly userId: string; readonly asset: string };
type Outstanding = Due & {
  /** Unsettled shares of the holding that are due later, and those that an open order keeps for a sale. */
  readonly later: number;
  readonly frozen: number;
};

type Settled = { readonly changed: readonly Changed[]; readonly next: Holding | undefined };

/** Settles the next holdings in order; answers their positions, and the last of them when there may be more. */
async function settleSome(tx: Tx, marketDate: string, after: Holding | undefined): Promise<Settled> {
  const due = await tx.query<Holding>(
    'orders.due_today',
    `SELECT DISTINCT d.user_id, d.asset FROM trading.settlement_due d
     WHERE d.settles_on <= $1 AND d.outstanding AND NOT ${notHere('d')} AND ($2::text IS NULL OR (d.user_id, d.asset) > ($2, $3))
     ORDER BY d.user_id, d.asset LIMIT $4`,
    [marketDate, after?.userId, after?.asset, BATCH_SIZE],
  );
  const rows = await readOutstanding(tx, due, marketDate);
  const holdings = Map.groupBy(rows, ({ userId: user_id, asset }) => `${user_id} ${asset}`);
  const settled: Due[] = [];
  const done: Due[] = [];
  const entries: BatchEntry[] = [];
  for (const outstanding of holdings.values()) {
    const { later, frozen } = outstanding[0]!;
    const parts = outstanding;
    // What a sale keeps frozen cannot move: the least of the two is in account 122.
    let free = parts.reduce((sum, { bought, sold, settled }) => sum + bought - sold - settled, later - frozen);
    for (const part of parts) {
      const shares = Math.min(free, part.bought - part.sold - part.settled);
      free -= shares;
      if (part.sold + part.settled + shares === part.bought) done.push(part);
      if (shares === 0) continue;
      const { userId, asset, settlesOn } = part;
      const ref = `${settlesOn}/${userId}/${asset.slice(3)}/${part.settled}`;
      entries.push(settleEntry({ userId, asset, shares, ref }, marketDate));
      settled.push({ ...part, settled: part.settled + shares });
    }
  }
  const [positions] = await Promise.all([
    positionsOf(tx, settled),
    postBatch(tx, entries),
    writeDues(tx, settled).then(() => closeDues(tx, done)),
  ]);
  return { changed: positions, next: due.length < BATCH_SIZE ? undefined : due.at(-1) };
}

/** What is due of these holdings, whose users are locked first: nothing else of them moves until the commit. */
async function readOutstanding(tx: Tx, due: readonly Holding[], marketDate: string): Promise<readonly Outstanding[]> {
  const users = due.map(({ userId }) => userId);
  const [, rows] = await Promise.all([
    lockUsers(tx, users),
    tx.query<Outstanding>(
      'orders.outstanding',
      `SELECT d.user_id, d.asset, d.settles_on, d.bought, d.sold, d.settled,
         coalesce((SELECT sum(l.bought - l.sold - l.settled)::int FROM trading.settlement_due l
           WHERE l.user_id = d.user_id AND l.asset = d.asset AND l.outstanding AND (l.settles_on > $1 OR ${notHere('l')})), 0) AS later,
         coalesce((SELECT sum(o.frozen_unsettled)::int FROM trading."order" o
           WHERE o.user_id = d.user_id AND o.asset = d.asset AND o.state IN ${OPEN_STATES_SQL}), 0) AS frozen
       FROM unnest($2::text[], $3::text[]) AS page (user_id, asset)
       JOIN trading.settlement_due d ON d.user_id = page.user_id AND d.asset = page.asset
       WHERE d.settles_on <= $1 AND d.outstanding AND NOT ${notHere('d')}
       ORDER BY d.user_id, d.asset, d.settles_on`,
      [marketDate, users, due.map(({ asset }) => asset)],
    ),
  ]);
  return rows;
}

/** Nothing of these is left to settle. */
async function closeDues(tx: Tx, done: readonly Due[]): Promise<void> {
  if (done.length === 0) return;
  await tx.query(
    'orders.close_dues',
    `UPDATE trading.settlement_due d SET outstanding = false
     FROM unnest($1::text[], $2::text[], $3::date[]) AS n (user_id, asset, settles_on)
     WHERE d.user_id = n.user_id AND d.asset = n.asset AND d.settles_on = n.settles_on AND d.outstanding`,
    [done.map(({ userId }) => userId), done.map(({ asset }) => asset), done.map(({ settlesOn }) => settlesOn)],
  );
}

/** The positions whose shares these are. */
async function positionsOf(tx: Tx, settled: readonly Due[]): Promise<readonly Changed[]> {
  if (settled.length === 0) return [];
  const rows = await tx.query<{ id: bigint; userId: string }>(
    'orders.positions_settled',
    `SELECT p.id, p.user_id FROM trading.position p JOIN unnest($1::text[], $2::text[]) AS s (user_id, asset)
       ON s.user_id = p.user_id AND s.asset = p.asset
     WHERE p.state = 'in_position' AND p.product = 'delivery'`,
    [settled.map(({ userId }) => userId), settled.map(({ asset }) => asset)],
  );
  return rows.map(({ id, userId }) => ({ id, userId }));
}
