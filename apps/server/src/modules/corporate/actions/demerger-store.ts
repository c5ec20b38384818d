import type { Tx } from '#src/ports/database.ts';
import { changePositions } from '#modules/orders/index.ts';
import type { CorporateAction, Demerger } from '#modules/market/index.ts';
import { addGivenPositions } from '#modules/portfolio/index.ts';
import type { HolderEntitlement } from './entries.ts';

/** Paise; STT is a part of the charges. */
type LotMoney = { readonly cost: bigint; readonly charges: bigint; readonly stt: bigint };

export type HeldPosition = {
  readonly id: bigint;
  readonly userId: string;
  readonly quantity: number;
  readonly firstBuyAt: number;
};

export type HeldLot = {
  readonly id: bigint;
  readonly userId: string;
  /** Its place among the lots of its owner in the share, from 0. */
  readonly nth: bigint;
  readonly acquiredOn: string;
  readonly acquiredAt: number;
  readonly remaining: bigint;
  readonly costPaise: bigint;
  readonly chargesPaise: bigint;
  readonly sttPaise: bigint;
  readonly lockedUntil: string | undefined;
};

/** What a demerger gives some holders. */
export type DemergedBatch = {
  readonly action: CorporateAction;
  readonly terms: Demerger;
  /** Of the old share, and of the new one. */
  readonly heldAsset: string;
  readonly asset: string;
  readonly given: readonly HolderEntitlement[];
  readonly marketDate: string;
};

/** A lot as it stays, and the new one beside it: of no shares where it gives parts alone. */
type DemergedLot = {
  readonly of: HeldLot;
  readonly left: LotMoney;
  readonly quantity: number;
  readonly made: LotMoney;
};

/** One holding on the other side of a demerger. Money in paise. */
export type DemergedHolding = {
  readonly position: HeldPosition;
  readonly added: number;
  /** What leaves the lots of the old share; all of it but the part's is the new one's. */
  readonly moved: { readonly cost: bigint; readonly charges: bigint };
  readonly lots: readonly DemergedLot[];
  readonly part: {
    readonly parts: number;
    readonly cost: bigint;
    readonly charges: bigint;
    readonly stt: bigint;
    readonly acquiredOn: string;
  };
};

/** Their users are locked. */
export const readPositions = (tx: Tx, ids: readonly bigint[]): Promise<readonly HeldPosition[]> =>
  tx.query(
    'orders.demerged_positions',
    `SELECT p.id, p.user_id, p.quantity, p.first_buy_ms FROM trading.position p
     WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id`,
    [ids],
  );

/** All lots of these members in a share, used ones too, oldest first. */
export const readLots = (tx: Tx, asset: string, userIds: readonly string[]): Promise<readonly HeldLot[]> =>
  tx.query(
    'orders.demerged_lots',
    `SELECT l.id, l.user_id, row_number() OVER (PARTITION BY l.user_id ORDER BY l.id) - 1 AS nth, l.acquired_on, l.acquired_ms, l.remaining,
       l.cost_paise, l.charges_paise, l.stt_paise, l.locked_until
     FROM trading.lot l WHERE l.asset = $1 AND l.user_id = ANY ($2::text[]) ORDER BY l.id`,
    [asset, userIds],
  );

/** Takes what goes over out of positions, and makes those of the new share. */
export async function writePositions(
  tx: Tx,
  { terms, asset, marketDate }: DemergedBatch,
  holdings: readonly DemergedHolding[],
): Promise<void> {
  await changePositions(
    tx,
    new Map(
      holdings.map(({ position: { id }, moved }) => [
        id,
        (position) => ({
          ...position,
          boughtPaise: position.boughtPaise - moved.cost,
          chargesPaise: position.chargesPaise - moved.charges,
        }),
      ]),
    ),
  );
  const whole = holdings.filter(({ added }) => added > 0);
  await addGivenPositions(
    tx,
    { asset, code: terms.into, marketDate },
    whole.map(({ position, added, moved, part }) => ({
      userId: position.userId,
      quantity: added,
      costPaise: moved.cost - part.cost,
      chargesPaise: moved.charges - part.charges,
      firstBuyAt: position.firstBuyAt,
    })),
  );
}

/** Divides what each lot cost, and makes a lot of the new share beside it. */
export async function writeLots(
  tx: Tx,
  { action, terms, asset }: DemergedBatch,
  holdings: readonly DemergedHolding[],
): Promise<void> {
  const lots = holdings.flatMap((holding) => holding.lots);
  await tx.query(
    'orders.divide_lots',
    `UPDATE trading.lot l SET cost_paise = u.cost, charges_paise = u.charges, stt_paise = u.stt
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS u (id, cost, charges, stt) WHERE l.id = u.id`,
    [
      lots.map(({ of }) => of.id),
      lots.map(({ left }) => left.cost),
      lots.map(({ left }) => left.charges),
      lots.map(({ left }) => left.stt),
    ],
  );
  const made = lots.filter(({ quantity }) => quantity > 0);
  await tx.query(
    'orders.add_demerged_lots',
    `INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining, cost_paise, charges_paise, stt_paise,
       locked_until)
     SELECT u.user_id, $1, $2, 'demerger', $3 || '/' || u.nth, u.acquired_on, u.acquired_ms, u.quantity, u.quantity, u.cost, u.charges, u.stt, u.locked_until
     FROM unnest($4::text[], $5::bigint[], $6::date[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::date[])
       AS u (user_id, nth, acquired_on, acquired_ms, quantity, cost, charges, stt, locked_until)
     ORDER BY u.user_id, u.nth`,
    [
      asset,
      terms.into,
      action.id,
      made.map(({ of }) => of.userId),
      made.map(({ of }) => of.nth),
      made.map(({ of }) => of.acquiredOn),
      made.map(({ of }) => of.acquiredAt),
      made.map(({ quantity }) => quantity),
      made.map((lot) => lot.made.cost),
      made.map((lot) => lot.made.charges),
      made.map((lot) => lot.made.stt),
      made.map(({ of }) => of.lockedUntil),
    ],
  );
}

/** Notes what was done to each holding: it is done once. */
export const keepHoldings = (
  tx: Tx,
  { action, terms, heldAsset, asset }: DemergedBatch,
  holdings: readonly DemergedHolding[],
): Promise<unknown> =>
  tx.query(
    'orders.keep_demerged',
    `INSERT INTO trading.demerged_holding (action_id, user_id, held_asset, asset, code, position_id, moved_paise, moved_charges_paise, parts,
       part_paise, part_charges_paise, part_stt_paise, acquired_on)
     SELECT $1, u.user_id, $2, $3, $4, u.position_id, u.moved, u.moved_charges, u.parts, u.cost, u.charges, u.stt, u.acquired_on
     FROM unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::integer[], $10::bigint[], $11::bigint[], $12::bigint[], $13::date[])
       AS u (user_id, position_id, moved, moved_charges, parts, cost, charges, stt, acquired_on)`,
    [
      action.id,
      heldAsset,
      asset,
      terms.into,
      holdings.map(({ position }) => position.userId),
      holdings.map(({ position }) => position.id),
      holdings.map(({ moved }) => moved.cost),
      holdings.map(({ moved }) => moved.charges),
      holdings.map(({ part }) => part.parts),
      holdings.map(({ part }) => part.cost),
      holdings.map(({ part }) => part.charges),
      holdings.map(({ part }) => part.stt),
      holdings.map(({ part }) => part.acquiredOn),
    ],
  );
