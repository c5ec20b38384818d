import { newPosition, type Position } from '@khara/broker';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { readDelivery, takePositionNumbers, writePositions } from '#modules/orders/index.ts';

/* Shares that leave a member without a trade: out of the position, and out of the lots. */

/** What shares had cost by their lots, the charges of buying them, and the STT among these. */
export type LotCost = { readonly cost: bigint; readonly charges: bigint; readonly stt: bigint };

/** What goes with shares that nothing is bought by: their cost stays, and is realised. */
const NOTHING: LotCost = { cost: 0n, charges: 0n, stt: 0n };

/**
 * Takes shares out of a member's delivery position, and answers it. Of shares that are paid for the gain is realised.
 * With `moves` their cost and its charges go to what they became. The ledger has them, so they are there: where the
 * position that says so was changed by another hand, and counts as not there, they leave all the same, and no other
 * member waits.
 */
export async function takeFromPosition(
  { log }: Pick<Deps, 'log'>,
  tx: Tx,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly code: string;
    readonly marketDate: string;
    readonly shares: number;
    readonly proceedsPaise: bigint;
    readonly moves?: LotCost;
    /** Charged for what is paid. */
    readonly chargesPaise?: bigint;
    readonly at: number;
  },
): Promise<bigint> {
  const { userId, asset, shares, proceedsPaise, moves = NOTHING, chargesPaise = 0n, at } = of;
  const held = (await readDelivery(tx, { userId, asset })).at(0) ?? (await noPosition(tx, of));
  const isUnheld = held.quantity < shares;
  if (isUnheld)
    log.error({ userId, asset, shares }, 'shares leave a member of which no position tells: run npm run verify');
  await writePositions(tx, [
    {
      ...held,
      quantity: isUnheld ? 0 : held.quantity - shares,
      soldPaise: held.soldPaise + proceedsPaise,
      boughtPaise: held.boughtPaise - moves.cost,
      chargesPaise: held.chargesPaise - moves.charges + chargesPaise,
      lastSellAt: Math.max(held.lastSellAt ?? at, at),
    },
  ]);
  return held.id;
}

async function noPosition(
  tx: Tx,
  { userId, asset, code, ...on }: Pick<Position, 'userId' | 'asset' | 'code' | 'marketDate'> & { readonly at: number },
): Promise<Position> {
  const [id] = await takePositionNumbers(tx, 1);
  const nothing = { ...on, side: 'buy', quantity: 0, valuePaise: 0n, charges: { total: 0n } } as const;
  return newPosition({ id: id!, userId, asset, code, product: 'delivery' }, nothing); // one was asked for
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
