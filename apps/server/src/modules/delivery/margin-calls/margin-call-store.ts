import type { MarginPosition } from '@khara/rules';
import { columnNames, type SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Keys } from '#src/security/keys.ts';
import { isOwnRow, macOfRow } from '#src/security/row-mac.ts';
import {
  journalEnds,
  OPEN_STATES_SQL,
  ownOf,
  readCommands,
  SIGNED_POSITIONS,
  type SignedPosition,
} from '#modules/orders/index.ts';
import { HELD_BEHIND, OPEN_BEHIND, type OpenBehind, type PositionToClose } from '#modules/placing/index.ts';

/* SQL of margin calls (decision 14). */

/** An intraday position that is open, with what is held behind it, and what was said of it already. */
export type OpenPosition = Omit<MarginPosition, 'rateBps'> & {
  readonly id: bigint;
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly isCalled: boolean;
  readonly isClosing: boolean;
};

type SignedRow = Omit<OpenPosition, 'isCalled' | 'isClosing'> & SignedPosition;

/** What a position stood at when it was called, or was to be closed. */
type Call = {
  readonly positionId: bigint;
  readonly kind: 'call' | 'square_off';
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly rateBps: number;
  readonly marginPaise: bigint;
  readonly heldPaise: bigint;
  readonly lastPaise: bigint;
  readonly marketDay: number;
  readonly step: number;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

const CALL_COLUMNS: SqlColumns<Call> = {
  position_id: ['bigint', ({ positionId }) => positionId],
  kind: ['text', ({ kind }) => kind],
  user_id: ['text', ({ userId }) => userId],
  asset: ['text', ({ asset }) => asset],
  code: ['text', ({ code }) => code],
  quantity: ['integer', ({ quantity }) => quantity],
  cost_paise: ['bigint', ({ costPaise }) => costPaise],
  rate_bps: ['integer', ({ rateBps }) => rateBps],
  margin_paise: ['bigint', ({ marginPaise }) => marginPaise],
  held_paise: ['bigint', ({ heldPaise }) => heldPaise],
  last_paise: ['bigint', ({ lastPaise }) => lastPaise],
  market_day: ['integer', ({ marketDay }) => marketDay],
  step: ['integer', ({ step }) => step],
  market_date: ['date', ({ marketDate }) => marketDate],
  market_time: ['text', ({ marketTime }) => marketTime],
  at_ms: ['bigint', ({ at }) => at],
};

type CallRow = Call & { readonly orderId: bigint | undefined; readonly mac: Uint8Array };
type MacKeys = Pick<Keys, 'installSecret'>;

/** All that a call says, with the order that closes its position. */
const saidByCall = (call: Call, orderId: bigint | undefined) => [
  ...Object.values(CALL_COLUMNS).map(([, of]) => of(call)),
  orderId,
];
const macOfCall = (keys: MacKeys, call: Call, orderId: bigint | undefined): Uint8Array =>
  macOfRow(keys, TABLE, saidByCall(call, orderId));
const isOwnCall = (keys: MacKeys, call: CallRow, orderId: bigint | undefined): boolean =>
  isOwnRow(keys, TABLE, saidByCall(call, orderId), call.mac);
const TABLE = 'trading.margin_call';

/** Calls that a server wrote. An order that another hand named in one is none. */
const ownCalls = (keys: MacKeys, rows: readonly CallRow[]): readonly CallRow[] =>
  rows.flatMap((row) =>
    isOwnCall(keys, row, row.orderId) ? row : isOwnCall(keys, row, undefined) ? { ...row, orderId: undefined } : [],
  );

const callsOf = async (db: Queryable, positions: readonly bigint[]): Promise<readonly CallRow[]> =>
  ownCalls(
    db.ownKeys(),
    await db.query<CallRow>(
      'orders.margin_calls_of',
      'SELECT c.* FROM trading.margin_call c WHERE c.position_id = ANY ($1::bigint[])',
      [positions],
    ),
  );

/** Positions of calls that no server wrote, or that stand twice. */
export async function strangeCalls(db: Queryable, keys: MacKeys): Promise<readonly bigint[]> {
  const rows = await db.query<CallRow>(
    'orders.all_margin_calls',
    'SELECT c.* FROM trading.margin_call c ORDER BY c.position_id, c.kind, c.order_id',
  );
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    const isTwice = before?.positionId === row.positionId && before.kind === row.kind;
    return isTwice || !isOwnCall(keys, row, row.orderId) ? row.positionId : [];
  });
}

/** Corporate actions can leave one that cost less than nothing: no rate measures it, and the day closes it at once. */
const POSITIONS = `SELECT p.*, ${HELD_BEHIND} AS held_paise
  FROM trading.position p WHERE p.product = 'intraday' AND p.state = 'in_position' AND p.cost_paise > 0`;

async function withCalls(db: Queryable, all: readonly SignedRow[]): Promise<readonly OpenPosition[]> {
  const rows = ownOf(db, SIGNED_POSITIONS, all);
  const ids = rows.map(({ id }) => id);
  const calls = Map.groupBy(ids.length > 0 ? await callsOf(db, ids) : [], ({ positionId }) => positionId);
  return rows.map((row) => {
    const kinds = new Set((calls.get(row.id) ?? []).map(({ kind }) => kind));
    return { ...row, isCalled: kinds.has('call'), isClosing: kinds.has('square_off') };
  });
}

export const openPositions = async (db: Queryable): Promise<readonly OpenPosition[]> =>
  withCalls(db, await db.query<SignedRow>('orders.margin_positions', `${POSITIONS} ORDER BY p.id`));

export const readOpenPositions = async (tx: Tx, ids: readonly bigint[]): Promise<readonly OpenPosition[]> =>
  withCalls(
    tx,
    await tx.query<SignedRow>(
      'orders.margin_positions_of',
      `${POSITIONS} AND p.id = ANY ($1::bigint[]) ORDER BY p.id`,
      [ids],
    ),
  );

/** Calls by which open positions are to be closed, and that have no order yet. */
const callsToClose = async (db: Queryable): Promise<readonly CallRow[]> =>
  ownCalls(
    db.ownKeys(),
    await db.query<CallRow>(
      'orders.margin_calls_to_close',
      `SELECT c.* FROM trading.position p JOIN trading.margin_call c ON c.position_id = p.id
       WHERE p.product = 'intraday' AND p.state = 'in_position' AND c.kind = 'square_off'`,
    ),
  ).filter(({ orderId }) => orderId === undefined);

/** Owners of these positions, and of those that are to be closed and have no order yet. */
export async function readOwners(tx: Tx, ids: readonly bigint[]): Promise<readonly string[]> {
  const owners = await tx.query<{ userId: string }>(
    'orders.margin_owners',
    'SELECT p.user_id FROM trading.position p WHERE p.id = ANY ($1::bigint[])',
    [ids],
  );
  return [...owners, ...(await callsToClose(tx))].map(({ userId }) => userId);
}

/** Where the market stands as a position is called or closed. */
export type CallMoment = {
  readonly marketDay: number;
  readonly step: number;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

/** Notes that a position is called, or is to be closed. */
export async function noteCall(
  tx: Tx,
  kind: 'call' | 'square_off',
  position: OpenPosition & MarginPosition & { readonly lastPaise: bigint; readonly marginPaise: bigint },
  now: CallMoment,
): Promise<void> {
  const call: Call = { ...position, ...now, positionId: position.id, kind };
  const types = Object.values(CALL_COLUMNS).map(([type], at) => `$${at + 1}::${type}`);
  await tx.query(
    'orders.note_margin_call',
    `INSERT INTO trading.margin_call (${columnNames(CALL_COLUMNS)}, mac) VALUES (${types.join(', ')}, $${types.length + 1})`,
    [...Object.values(CALL_COLUMNS).map(([, of]) => of(call)), macOfCall(tx.ownKeys(), call, undefined)],
  );
}

/** Positions that are to be closed and for which no order of the system was noted, with their calls. */
export type PositionToSquareOff = PositionToClose &
  OpenBehind & {
    readonly id: bigint;
    /** Of the open orders those of the system. */
    readonly closingOrders: readonly bigint[];
    readonly call: CallRow;
  };

/** Ends the members' own open orders of positions that are to be closed, each once. */
export async function endOrders(tx: Tx, at: number): Promise<readonly bigint[]> {
  const calls = await callsToClose(tx);
  if (calls.length === 0) return [];
  const orders = await tx.query<{ id: bigint }>(
    'orders.margin_orders_to_end',
    `SELECT o.id FROM trading."order" o
     WHERE (o.user_id, o.asset) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       AND o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL} AND NOT o.by_system`,
    [calls.map(({ userId }) => userId), calls.map(({ asset }) => asset)],
  );
  return journalEnds(tx, orders, { reason: 'margin_square_off', at });
}

export async function positionsToSquareOff(db: Queryable): Promise<readonly PositionToSquareOff[]> {
  const calls = new Map((await callsToClose(db)).map((call) => [call.positionId, call]));
  if (calls.size === 0) return [];
  const rows = await db.query<Omit<PositionToSquareOff, 'call'> & SignedPosition>(
    'orders.margin_to_close',
    `SELECT p.*, ${HELD_BEHIND} AS held_paise, ${OPEN_BEHIND},
       ARRAY(SELECT o.id FROM trading."order" o WHERE o.user_id = p.user_id AND o.asset = p.asset
         AND o.product = 'intraday' AND o.state IN ${OPEN_STATES_SQL} AND o.by_system) AS closing_orders
     FROM trading.position p WHERE p.id = ANY ($1::bigint[]) AND p.state = 'in_position' ORDER BY p.id`,
    [[...calls.keys()]],
  );
  return ownOf(db, SIGNED_POSITIONS, rows).map((row) => ({ ...row, call: calls.get(row.id)! })); // each was asked for
}

/** The order by which the system closes the position of a call, as the command `seq` places it. */
export async function noteSquareOffOrder(tx: Tx, call: CallRow, seq: bigint): Promise<void> {
  const [placed] = await readCommands(tx, [seq]);
  if (placed?.kind !== 'place') throw new Error(`command ${seq} places no order`);
  const orderId = BigInt(placed.orderId);
  await tx.query(
    'orders.margin_note_order',
    `UPDATE trading.margin_call c SET order_id = $2, mac = $3
     WHERE c.position_id = $1 AND c.kind = 'square_off' AND c.mac = $4`,
    [call.positionId, orderId, macOfCall(tx.ownKeys(), call, orderId), call.mac],
  );
}
