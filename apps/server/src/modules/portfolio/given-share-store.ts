import type { Tx } from '#src/ports/database.ts';
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
  await tx.query(
    'orders.add_to_position',
    `WITH held AS (
       SELECT p.id FROM trading.position p WHERE p.user_id = $1 AND p.asset = $2 AND p.product = 'delivery'
         AND (p.state = 'in_position' OR p.market_date = $7::date) ORDER BY p.state = 'in_position' DESC LIMIT 1
     ), added AS (
       UPDATE trading.position p SET state = 'in_position', quantity = p.quantity + $4::int, bought_quantity = p.bought_quantity + $4::int,
         bought_paise = p.bought_paise + $5::bigint, charges_paise = p.charges_paise + $8::bigint
       FROM held h WHERE p.id = h.id
     )
     INSERT INTO trading.position (id, user_id, asset, code, product, state, quantity, cost_paise, buy_charges_paise, bought_quantity, bought_paise,
       sold_quantity, sold_paise, charges_paise, first_buy_ms, market_date, day_bought_quantity, day_bought_paise, day_sold_quantity,
       day_sold_paise, day_charges_paise, day_buy_charges_paise)
     SELECT trading.next_position_number(), $1, $2, $3, 'delivery', 'in_position', $4::int, 0, 0, $4::int, $5::bigint, 0, 0, $8::bigint, $6, $7::date,
       0, 0, 0, 0, 0, 0
     WHERE NOT EXISTS (SELECT FROM held)`,
    [userId, asset, code, quantity, costPaise, at, marketDate, chargesPaise],
  );
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
): Promise<unknown> =>
  tx.query(
    'orders.add_given_positions',
    `INSERT INTO trading.position (id, user_id, asset, code, product, state, quantity, cost_paise, buy_charges_paise, bought_quantity, bought_paise,
       sold_quantity, sold_paise, charges_paise, first_buy_ms, market_date, day_bought_quantity, day_bought_paise, day_sold_quantity,
       day_sold_paise, day_charges_paise, day_buy_charges_paise)
     SELECT trading.next_position_number(), u.user_id, $1, $2, 'delivery', 'in_position', u.quantity, 0, 0,
       CASE WHEN u.cost > 0 THEN u.quantity ELSE 0 END, u.cost, 0, 0, u.charges, u.first_buy_ms, $3::date, 0, 0, 0, 0, 0, 0
     FROM unnest($4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::bigint[]) AS u (user_id, quantity, cost, charges, first_buy_ms)`,
    [
      asset,
      code,
      marketDate,
      given.map(({ userId }) => userId),
      given.map(({ quantity }) => quantity),
      given.map(({ costPaise }) => costPaise),
      given.map(({ chargesPaise }) => chargesPaise),
      given.map(({ firstBuyAt }) => firstBuyAt),
    ],
  );
