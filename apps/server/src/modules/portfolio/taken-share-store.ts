import type { Tx } from '#src/ports/database.ts';
import { readDelivery, writePositions } from '#modules/orders/index.ts';

/* Shares that leave a member without a trade: out of the position, and out of the lots. */

/** What shares had cost by their lots, the charges of buying them, and the STT among these. */
export type LotCost = { readonly cost: bigint; readonly charges: bigint; readonly stt: bigint };

/** What goes with shares that nothing is bought by: their cost stays, and is realised. */
const NOTHING: LotCost = { cost: 0n, charges: 0n, stt: 0n };

/**
 * Takes shares out of a member's delivery position, and answers it. Of shares that are paid for the gain is realised.
 * With `moves` their cost and its charges go to what they became.
 */
export async function takeFromPosition(
  tx: Tx,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly shares: number;
    readonly proceedsPaise: bigint;
    readonly moves?: LotCost;
    /** Charged for what is paid. */
    readonly chargesPaise?: bigint;
    readonly at: number;
  },
): Promise<bigint> {
  const { userId, asset, shares, proceedsPaise, moves = NOTHING, chargesPaise = 0n, at } = of;
  const held = (await readDelivery(tx, { userId, asset })).at(0);
  if (!held) throw new Error(`${userId} has no position in ${asset}`);
  await writePositions(tx, [
    {
      ...held,
      quantity: held.quantity - shares,
      soldPaise: held.soldPaise + proceedsPaise,
      boughtPaise: held.boughtPaise - moves.cost,
      chargesPaise: held.chargesPaise - moves.charges + chargesPaise,
      lastSellAt: Math.max(held.lastSellAt ?? at, at),
    },
  ]);
  return held.id;
}

/**
 * Takes shares out of a member's lots that are not sold: what they had cost is the answer. Those of contract notes
 * (`notes`) come first.
 */
export async function takeLots(
  tx: Tx,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly shares: number;
    readonly onDate: string;
    readonly notes?: readonly bigint[];
  },
): Promise<LotCost> {
  const [row] = await tx.query<LotCost>(
    'orders.take_lots',
    `SELECT coalesce(sum(t.cost), 0)::bigint AS cost, coalesce(sum(t.charges), 0)::bigint AS charges, coalesce(sum(t.stt), 0)::bigint AS stt
     FROM trading.take_lots($1, $2, $3, $4, $5::text[]) t`,
    [of.userId, of.asset, of.shares, of.onDate, (of.notes ?? []).map(String)],
  );
  if (!row) throw new Error('lots were not taken');
  return row;
}
