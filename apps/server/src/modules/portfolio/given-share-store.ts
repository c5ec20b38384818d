import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Tx } from '#src/ports/database.ts';
import { readDelivery, SIGNED_POSITIONS, signedBy, takePositionNumbers } from '#modules/orders/index.ts';
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
    await tx.query(
      'orders.add_to_position',
      `UPDATE trading.position p SET state = 'in_position', quantity = p.quantity + $2::int, bought_quantity = p.bought_quantity + $2::int,
         bought_paise = p.bought_paise + $3::bigint, charges_paise = p.charges_paise + $4::bigint WHERE p.id = $1`,
      [held.id, quantity, costPaise, chargesPaise],
    );
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
  readonly firstBuyAt: number | bigint;
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
  const rows = signedBy(
    tx,
    SIGNED_POSITIONS,
    given.map((one, at) => ({ ...one, id: ids[at]!, asset, code, product: 'delivery' as const })), // one for each
  );
  await tx.query(
    'orders.add_given_positions',
    `INSERT INTO trading.position (id, user_id, asset, code, product, state, quantity, cost_paise, buy_charges_paise, bought_quantity, bought_paise,
       sold_quantity, sold_paise, charges_paise, first_buy_ms, market_date, day_bought_quantity, day_bought_paise, day_sold_quantity,
       day_sold_paise, day_charges_paise, day_buy_charges_paise, mac)
     SELECT u.id, u.user_id, $1, $2, 'delivery', 'in_position', u.quantity, 0, 0, u.bought, u.cost, 0, 0, u.charges, u.first_buy_ms, $3::date,
       0, 0, 0, 0, 0, 0, u.mac
     FROM unnest($4::bigint[], $5::text[], $6::integer[], $7::integer[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[])
       AS u (id, user_id, quantity, bought, cost, charges, first_buy_ms, mac)`,
    [
      asset,
      code,
      marketDate,
      rows.map(({ id }) => id),
      rows.map(({ userId }) => userId),
      rows.map(({ quantity }) => quantity),
      rows.map(({ boughtQuantity }) => boughtQuantity),
      rows.map(({ costPaise }) => costPaise),
      rows.map(({ chargesPaise }) => chargesPaise),
      rows.map(({ firstBuyAt }) => firstBuyAt),
      sqlArray(
        'bytea',
        rows.map(({ mac }) => mac),
      ),
    ],
  );
}
