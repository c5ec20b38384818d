import { netDues } from '@khara/broker';
import { postBatch } from '#modules/ledger/index.ts';
import { type Changed, readDues } from '#modules/orders/index.ts';
import type { Tx } from '#src/ports/database.ts';
import { settleEntry } from './postings.ts';
import { type Holding, holdingKey, positionsOf, readFree } from './settle-dues.ts';
import { writeDues } from './settlement-store.ts';

/** Shares that a contract note brings; 0 where it takes some, or they net to none. */
export type NotedShares = Holding & { readonly delivered: number };

/**
 * With the contract notes of a market date, whose members are locked: shares that were bought and sold on the
 * day settle at once, since they never move. Answers the positions that they belong to.
 */
export async function settleNetted(
  tx: Tx,
  noted: readonly NotedShares[],
  { marketDate, settlesOn }: { readonly marketDate: string; readonly settlesOn: string },
): Promise<readonly Changed[]> {
  const [dues, free] = await Promise.all([readDues(tx, noted), readFree(tx, noted)]);
  const delivered = new Map(noted.map((shares) => [holdingKey(shares), shares.delivered]));
  const nets = [...Map.groupBy(dues, holdingKey)].map(([key, before]) => ({
    before,
    ...netDues(before, { settlesOn, delivered: delivered.get(key) ?? 0, free: free.get(key) ?? 0 }),
  }));
  const settled = nets.flatMap(({ before, netted }) =>
    before.flatMap((due) => (netted > 0 && due.settlesOn === settlesOn ? { due, netted } : [])),
  );
  const [positions] = await Promise.all([
    positionsOf(
      tx,
      settled.map(({ due }) => due),
    ),
    postBatch(
      tx,
      settled.map(({ due, netted }) => settleEntry(due, netted, marketDate)),
    ),
    writeDues(
      tx,
      nets.flatMap(({ dues: after }) => after),
    ),
  ]);
  return positions;
}
