import type { Tx } from '#src/ports/database.ts';

/* Shares that leave a member without a trade: out of the position, and out of the lots. */

/** A delivery position that loses shares without a trade: what leaves it of its cost and its charges. */
export type LeftPosition = {
  readonly id: bigint;
  readonly cost: bigint;
  readonly charges: bigint;
};

/**
 * Takes shares out of a member's delivery position, at its average cost. Of shares that are paid for the gain is
 * realised; the cost of others is lost, or goes to what they became (`moves`).
 */
export async function takeFromPosition(
  tx: Tx,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly shares: number;
    readonly proceedsPaise: bigint;
    /** Whether cost and charges go to another position. */
    readonly moves: boolean;
    readonly at: number;
  },
): Promise<LeftPosition> {
  const { userId, asset, shares, proceedsPaise, moves, at } = of;
  const [row] = await tx.query<LeftPosition>(
    'orders.take_from_position',
    'SELECT t.id, t.cost, t.charges FROM trading.take_from_position($1, $2, $3, $4, $5, $6) t',
    [userId, asset, shares, proceedsPaise, moves, at],
  );
  if (!row) throw new Error(`${userId} has no position in ${asset}`);
  return row;
}

/** What shares had cost by their lots, the charges of buying them, and the STT among these. */
export type LotCost = { readonly cost: bigint; readonly charges: bigint; readonly stt: bigint };

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
