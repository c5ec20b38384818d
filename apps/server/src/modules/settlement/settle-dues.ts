import { type Due, outstandingShares } from '@khara/broker';
import { CODES, postBatch, type BatchEntry } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import {
  announcePositions,
  type Changed,
  lockUsers,
  type NotedShort,
  ownOf,
  readDues,
  ownPositions,
  type SignedPosition,
  SIGNED_SHORTS,
} from '#modules/orders/index.ts';
import type { Signed } from '#src/security/row-mac.ts';
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

export type Holding = Pick<Due, 'userId' | 'asset'>;
/** What is due of a holding by the market date, and its unsettled shares that no open order keeps for a sale. */
type Outstanding = { readonly parts: readonly Due[]; readonly free: number };

type Settled = { readonly changed: readonly Changed[]; readonly next: Holding | undefined };

/** Settles the next holdings in order; answers their positions, and the last of them when there may be more. */
async function settleSome(tx: Tx, marketDate: string, after: Holding | undefined): Promise<Settled> {
  const due = await tx.query<Holding>(
    'orders.due_today',
    `SELECT DISTINCT d.user_id, d.asset FROM trading.settlement_due d
     WHERE d.settles_on <= $1 AND d.outstanding AND ($2::text IS NULL OR (d.user_id, d.asset) > ($2, $3))
     ORDER BY d.user_id, d.asset LIMIT $4`,
    [marketDate, after?.userId, after?.asset, BATCH_SIZE],
  );
  const settled: Due[] = [];
  const done: Due[] = [];
  const entries: BatchEntry[] = [];
  for (const { parts, free: all } of await readOutstanding(tx, due, marketDate)) {
    // What a sale keeps frozen cannot move.
    let free = all;
    for (const part of parts) {
      const shares = Math.min(free, outstandingShares(part));
      free -= shares;
      if (part.sold + part.settled + shares === part.bought) done.push(part);
      if (shares === 0) continue;
      entries.push(settleEntry(part, shares, marketDate));
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
  const [, dues, shorts, free] = await Promise.all([
    lockUsers(tx, users),
    readDues(tx, due),
    tx.query<Signed<NotedShort>>(
      'orders.shorts_to_come',
      `SELECT s.* FROM trading.short_delivery s
       WHERE s.settles_on <= $1 AND s.arrives_on > $1 AND s.user_id = ANY ($2::text[])`,
      [marketDate, users],
    ),
    readFree(tx, due),
  ]);
  // What was not delivered comes with a later pay-out (decision 15).
  const late = new Set(ownOf(tx, SIGNED_SHORTS, shorts).map(dueKey));
  const isDue = (one: Due) => one.settlesOn <= marketDate && !late.has(dueKey(one));
  return [...Map.groupBy(dues, holdingKey)].map(([key, all]) => ({
    parts: all.filter(isDue),
    free: free.get(key) ?? 0,
  }));
}

/** Unsettled shares of these holdings that no open order keeps for a sale, by key; 0 is left out. */
export async function readFree(tx: Tx, holdings: readonly Holding[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<Holding & { readonly balance: bigint }>(
    'orders.unsettled_balances',
    `SELECT page.user_id, page.asset, a.balance FROM unnest($1::text[], $2::text[]) AS page (user_id, asset)
     JOIN ledger.account a ON a.owner = 'u:' || page.user_id AND a.asset = page.asset AND a.code = $3`,
    [holdings.map(({ userId }) => userId), holdings.map(({ asset }) => asset), CODES.unsettledShares],
  );
  return new Map(rows.map((row) => [holdingKey(row), Number(row.balance)]));
}

export const holdingKey = ({ userId, asset }: Holding): string => `${userId} ${asset}`;
const dueKey = (due: Pick<Due, 'userId' | 'asset' | 'settlesOn'>): string => `${holdingKey(due)} ${due.settlesOn}`;

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
export async function positionsOf(tx: Tx, settled: readonly Holding[]): Promise<readonly Changed[]> {
  if (settled.length === 0) return [];
  const rows = await tx.query<SignedPosition>(
    'orders.positions_settled',
    `SELECT p.* FROM trading.position p JOIN unnest($1::text[], $2::text[]) AS s (user_id, asset)
       ON s.user_id = p.user_id AND s.asset = p.asset
     WHERE p.state = 'in_position' AND p.product = 'delivery'`,
    [settled.map(({ userId }) => userId), settled.map(({ asset }) => asset)],
  );
  return ownPositions(tx, rows).map(({ id, userId }) => ({ id, userId }));
}
