import { writeReceipt, type Receipt } from '@khara/proof';
import { keepReceipts, signTogether, type SignedReceipt } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Arrival } from '#modules/settlement/index.ts';

/** Entries that are signed together, by order. */
export type ReceiptGroup = ReadonlyMap<bigint, Receipt>;

/** Those that the exchange has matched are one group, each that waits is one by itself. */
export function receiptGroups(
  arrivals: readonly Arrival[],
  entries: ReadonlyMap<bigint, Receipt>,
): readonly ReceiptGroup[] {
  const moved = arrivals
    .filter(({ order }) => entries.has(order.id))
    .toSorted((a, b) => Number(a.order.id - b.order.id));
  const groups = Map.groupBy(moved, ({ taken, order }) => (taken ? 'taken' : order.id));
  return [...groups.values()].map((group) => new Map(group.map(({ order }) => [order.id, entries.get(order.id)!])));
}

/** Signs, and sends what is to be kept. `note` hears at once of each order's receipt: it goes out after the commit. */
export async function sendReceipts(
  deps: Pick<Deps, 'keys'>,
  tx: Tx,
  groups: readonly ReceiptGroup[],
  note: (receipts: ReadonlyMap<bigint, SignedReceipt>) => void,
): Promise<void> {
  if (groups.length === 0) return;
  const signed = groups.map((group) => signTogether(deps, [...group.values()]));
  const all = groups.flatMap((group, at) =>
    [...group.keys()].map((order, place) => [order, writeReceipt(signed[at]!.receipts[place]!)] as const),
  );
  note(new Map(all));
  await keepReceipts(tx, signed);
}
