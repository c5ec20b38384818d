import type { Tx } from '#src/ports/database.ts';
import { newPosition } from '@khara/broker';
import { readDelivery, takePositionNumbers, writePositions } from '#modules/orders/index.ts';
import { addPaidLot } from './lot-store.ts';

/**
 * Puts shares that were allotted, not bought on the exchange, into a member's delivery position in them: at
 * what they cost and with the charges that were paid for them, from which profit, sale and the tax report go
 * on as with any other. The ledger has them already; in the same transaction.
 */
export async function addAllottedShares(
  tx: Tx,
  allotted: {
    readonly userId: string;
    readonly asset: string;
    readonly code: string;
    readonly quantity: number;
    readonly costPaise: bigint;
    /** Of buying them, beside the cost; `sttPaise` is a part of them. */
    readonly chargesPaise: bigint;
    readonly sttPaise: bigint;
    readonly at: number;
    /** Market date on which they were credited. */
    readonly marketDate: string;
    /** The first market date on which they may be sold; without it at once. */
    readonly lockedUntil?: string | undefined;
  },
): Promise<void> {
  const { userId, asset, code, quantity, costPaise, chargesPaise, sttPaise, at, marketDate, lockedUntil } = allotted;
  await addToPosition(tx, allotted);
  await addPaidLot(tx, {
    origin: 'allotment',
    userId,
    asset,
    code,
    acquiredOn: marketDate,
    at,
    quantity,
    costPaise,
    chargesPaise,
    sttPaise,
    lockedUntil,
  });
}

/**
 * Adds shares that are paid for to a member's delivery position: the one that is held, or that the day closed, or a new
 * one. Their lot says what they cost.
 */
export async function addToPosition(
  tx: Tx,
  shares: {
    readonly userId: string;
    readonly asset: string;
    readonly code: string;
    readonly quantity: number;
    readonly costPaise: bigint;
    readonly chargesPaise: bigint;
    readonly at: number;
    readonly marketDate: string;
  },
): Promise<void> {
  const { userId, asset, code, quantity, costPaise, chargesPaise, at, marketDate } = shares;
  const [held] = await readDelivery(tx, { userId, asset, marketDate });
  if (held)
    await writePositions(tx, [
      {
        ...held,
        quantity: held.quantity + quantity,
        boughtQuantity: held.boughtQuantity + quantity,
        boughtPaise: held.boughtPaise + costPaise,
        chargesPaise: held.chargesPaise + chargesPaise,
      },
    ]);
  else
    await insertGiven(tx, { asset, code, marketDate }, [
      { userId, quantity, boughtQuantity: quantity, costPaise, chargesPaise, firstBuyAt: at },
    ]);
}

/** A position that begins with shares that a company gave; money in paise. */
export type GivenPosition = {
  readonly userId: string;
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly chargesPaise: bigint;
  readonly firstBuyAt: number;
};

/** Makes delivery positions in a share that none of these members has. Shares that cost nothing were not bought. */
export const addGivenPositions = (
  tx: Tx,
  { asset, code, marketDate }: { readonly asset: string; readonly code: string; readonly marketDate: string },
  given: readonly GivenPosition[],
): Promise<void> =>
  insertGiven(
    tx,
    { asset, code, marketDate },
    given.map((one) => ({ ...one, boughtQuantity: one.costPaise > 0n ? one.quantity : 0 })),
  );

async function insertGiven(
  tx: Tx,
  { asset, code, marketDate }: { readonly asset: string; readonly code: string; readonly marketDate: string },
  given: readonly (GivenPosition & { readonly boughtQuantity: number })[],
): Promise<void> {
  const ids = await takePositionNumbers(tx, given.length);
  await writePositions(
    tx,
    given.map(({ userId, quantity, boughtQuantity, costPaise, chargesPaise, firstBuyAt }, at) => ({
      ...newPosition(
        { id: ids[at]!, userId, asset, code, product: 'delivery' }, // one for each
        { side: 'buy', quantity, valuePaise: costPaise, charges: { total: chargesPaise }, at: firstBuyAt, marketDate },
      ),
      quantity,
      boughtQuantity,
      boughtPaise: costPaise,
      chargesPaise,
    })),
  );
}
