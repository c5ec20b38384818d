import type { DpOfDay, Due, Fill, Order, Position, Product } from '@khara/broker';
import { CHARGE_ITEMS, type ChargeItem } from '@khara/charges';
import type { Queryable } from '#src/ports/database.ts';
import { isOwnRow, type MacKeys, ownRows, type Signed, signRows, type SignedTable } from '#src/security/row-mac.ts';
import { type FillRow, type PositionRow, toFill } from './rows.ts';

/*
 * What members have and what is due to them, by rows that a server wrote. A row that was written by hand is as if it
 * were not there: nothing is done by it, and it is in no other's way. `npm run verify` names it.
 */

/** A position as it is written, but for what contract notes charged over the estimates, which verify counts again. */
export const SIGNED_POSITIONS: SignedTable<Position | PositionRow> = {
  table: 'trading.position',
  said: (position) => [
    position.id,
    position.userId,
    position.asset,
    position.code,
    position.product,
    position.shortFirst,
    position.quantity,
    // Of delivery shares the lots say it.
    ...(position.product === 'intraday' ? [position.costPaise, position.buyChargesPaise] : []),
    position.boughtQuantity,
    position.boughtPaise,
    position.soldQuantity,
    position.soldPaise,
    position.chargesPaise,
    position.firstBuyAt,
    position.lastSellAt,
    position.marketDate,
    position.dayBoughtQuantity,
    position.dayBoughtPaise,
    position.daySoldQuantity,
    position.daySoldPaise,
    position.daySoldUnsettled,
    position.dayChargesPaise,
    position.dayBuyChargesPaise,
    position.adjustedQuantity,
    position.adjustedPaise,
  ],
};

export const SIGNED_FILLS: SignedTable<Fill> = {
  table: 'trading.fill',
  said: (fill) => [
    fill.id,
    fill.orderId,
    fill.positionId,
    fill.userId,
    fill.asset,
    fill.code,
    fill.side,
    fill.product,
    fill.quantity,
    fill.pricePaise,
    ...CHARGE_ITEMS.map((item) => fill.charges[item]),
    fill.aggressor,
    fill.phase,
    fill.at,
    fill.marketDate,
    fill.marketTime,
    fill.marketDay,
    fill.tradeNo,
  ],
};

export const SIGNED_DUES: SignedTable<Due> = {
  table: 'trading.settlement_due',
  said: ({ userId, asset, settlesOn, bought, sold, settled, noted }) => [
    userId,
    asset,
    settlesOn,
    bought,
    sold,
    settled,
    noted,
  ],
};

export const SIGNED_DPS: SignedTable<DpOfDay & { readonly marketDate: string }> = {
  table: 'trading.dp_charged',
  said: ({ userId, asset, marketDate, soldPaise, dpPaise }) => [userId, asset, marketDate, soldPaise, dpPaise],
};

/** What was not delivered, as it was noted; what becomes of it follows from the day. */
export type NotedShort = Pick<Due, 'userId' | 'asset' | 'settlesOn'> & {
  readonly code: string;
  readonly arrivesOn: string;
  readonly waits: number;
  readonly sold: number;
  readonly liquidityGroup: number;
  readonly found: boolean;
  readonly auctionBps: number;
};

export const SIGNED_SHORTS: SignedTable<NotedShort> = {
  table: 'trading.short_delivery',
  said: (short) => [
    short.userId,
    short.asset,
    short.settlesOn,
    short.code,
    short.arrivesOn,
    short.waits,
    short.sold,
    short.liquidityGroup,
    short.found,
    short.auctionBps,
  ],
};

/** A change of product, as it moves shares from one position to another; money in paise. */
export type MovedShares = Pick<Order, 'id' | 'userId' | 'code' | 'asset' | 'quantity' | 'marketDate'> & {
  readonly product: Product;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly estimatedPaise: bigint;
  readonly fromPosition: bigint;
  readonly toPosition: bigint;
};

/** What of its hold is margin still is the ledger's to say. */
export const SIGNED_CHANGES: SignedTable<MovedShares> = {
  table: 'trading.product_change',
  said: (change) => [
    change.id,
    change.userId,
    change.code,
    change.asset,
    change.quantity,
    change.marketDate,
    change.product,
    change.valuePaise,
    change.chargesPaise,
    change.estimatedPaise,
    change.fromPosition,
    change.toPosition,
  ],
};

/** A contract note as it is written. */
export type NoteSaid = Pick<Due, 'userId' | 'settlesOn'> & {
  readonly number: bigint;
  readonly marketDate: string;
  readonly estimatedPaise: bigint;
  readonly absorbedPaise: bigint;
  readonly issuedAt: number;
} & Readonly<Record<`${ChargeItem}Paise`, bigint>>;

/**
 * Whose a note is, and of which date: a date's notes are not issued again for a figure that another hand changed. The
 * figures of a note are made again by verify; those of its lines, of which lots are made, have codes.
 */
export const SIGNED_NOTES: SignedTable<Pick<NoteSaid, 'number' | 'userId' | 'marketDate' | 'settlesOn'>> = {
  table: 'trading.contract_note',
  said: ({ number, userId, marketDate, settlesOn }) => [number, userId, marketDate, settlesOn],
};

/** A line of one; shares are delivered to the member, below zero by the member. */
export type LineSaid = Pick<Position, 'asset' | 'code' | 'product'> & {
  readonly note: bigint;
  readonly side: string;
} & Readonly<Record<(typeof LINE_FIGURES)[number], bigint>>;

const LINE_FIGURES = [
  'boughtQuantity',
  'boughtPaise',
  'soldQuantity',
  'soldPaise',
  'sameDayQuantity',
  'sameDayBoughtPaise',
  'sameDaySoldPaise',
  'sameDayChargesPaise',
  'sameDaySttPaise',
  'deliveredQuantity',
  'deliveredPaise',
  'deliveredChargesPaise',
  'deliveredSttPaise',
] as const;

export const SIGNED_NOTE_LINES: SignedTable<LineSaid> = {
  table: 'trading.contract_note_line',
  said: (line) => [
    line.note,
    line.asset,
    line.code,
    line.product,
    line.side,
    ...LINE_FIGURES.map((name) => line[name]),
  ],
};

/** Contract notes with their lines, those without one too. */
export const withLines = async (
  db: Queryable,
  notes: readonly Signed<NoteSaid>[],
): Promise<readonly { readonly note: NoteSaid; readonly lines: readonly LineSaid[] }[]> => {
  const own = ownOf(db, SIGNED_NOTES, notes);
  if (own.length === 0) return [];
  const lines = await db.query<Signed<LineSaid>>(
    'orders.lines_of_notes',
    'SELECT l.* FROM trading.contract_note_line l WHERE l.note = ANY ($1::bigint[]) ORDER BY l.note, l.code, l.product, l.side',
    [own.map(({ number }) => number)],
  );
  const of = Map.groupBy(ownOf(db, SIGNED_NOTE_LINES, lines), ({ note }) => note);
  return own.map((note) => ({ note, lines: of.get(note.number) ?? [] }));
};

type Delivered = Pick<NoteSaid, 'userId' | 'marketDate' | 'settlesOn'> &
  Pick<LineSaid, 'asset' | 'code' | 'note' | 'deliveredQuantity'>;

/** Lines of notes that deliver purchases on a market date, to all or to one member. */
export async function deliveredLines(
  db: Queryable,
  settlesOn: string,
  of: { readonly userId?: string } = {},
): Promise<readonly Delivered[]> {
  const notes = await db.query<Signed<NoteSaid>>(
    'orders.delivered_notes',
    `SELECT n.* FROM trading.contract_note n
     WHERE n.settles_on = $1 AND n.market_date < $1 AND n.market_date > $1::date - 30 AND ($2::text IS NULL OR n.user_id = $2)
     ORDER BY n.user_id, n.number`,
    [settlesOn, of.userId ?? null],
  );
  return (await withLines(db, notes)).flatMap(({ note: { userId, marketDate }, lines }) =>
    lines
      .filter(({ product, deliveredQuantity }) => product === 'delivery' && deliveredQuantity > 0n)
      .map((line) => ({ ...line, userId, marketDate, settlesOn })),
  );
}

/** All contract notes of a member. */
export const notesOf = async (db: Queryable, userId: string): ReturnType<typeof withLines> =>
  withLines(
    db,
    await db.query<Signed<NoteSaid>>(
      'orders.notes_of',
      'SELECT n.* FROM trading.contract_note n WHERE n.user_id = $1 ORDER BY n.number',
      [userId],
    ),
  );

/** Of rows of a table those that a server wrote. */
export const ownOf = <Row, Of extends Signed<Row>>(
  db: Queryable,
  table: SignedTable<Row>,
  rows: readonly Of[],
): readonly Of[] => ownRows(db.ownKeys(), table, rows);

/** Fills that a server wrote, each once: a copy of one is none. */
export const ownFills = <Row extends FillRow>(keys: MacKeys, rows: readonly Row[]): readonly Row[] => {
  const ids = new Set<bigint>();
  return rows.filter((row) => {
    if (ids.has(row.id) || !isOwnRow(keys, SIGNED_FILLS.table, SIGNED_FILLS.said(toFill(row)), row.mac)) return false;
    ids.add(row.id);
    return true;
  });
};

/** Numbers of fills of a market day that no server wrote, or that are there twice. */
export async function strangeFills(db: Queryable, keys: MacKeys, marketDay: number): Promise<readonly bigint[]> {
  const rows = await db.query<FillRow>('orders.fills_of_day', 'SELECT * FROM trading.fill WHERE market_day = $1', [
    marketDay,
  ]);
  const own = new Set(ownFills(keys, rows));
  return rows.flatMap((row) => (own.has(row) ? [] : row.id));
}

/** Rows with their codes, as a server writes them. */
export const signedBy = <Row, Of extends Row>(
  db: Queryable,
  table: SignedTable<Row>,
  rows: readonly Of[],
): readonly Signed<Of>[] => signRows(db.ownKeys(), table, rows);

/** What is due to holdings and has not settled. */
export const readDues = async (
  db: Queryable,
  holdings: readonly Pick<Due, 'userId' | 'asset'>[],
): Promise<readonly Signed<Due>[]> =>
  ownOf(
    db,
    SIGNED_DUES,
    await db.query<Signed<Due>>(
      'orders.dues_of',
      `SELECT d.user_id, d.asset, d.settles_on, d.bought, d.sold, d.settled, d.noted, d.mac
       FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS n (user_id, asset)) h
       CROSS JOIN LATERAL (SELECT x.* FROM trading.settlement_due x
         WHERE x.user_id = h.user_id AND x.asset = h.asset AND x.outstanding OFFSET 0) d
       ORDER BY d.user_id, d.asset, d.settles_on`,
      [holdings.map(({ userId }) => userId), holdings.map(({ asset }) => asset)],
    ),
  );

/** Numbers, or keys, of rows of positions, of what is due, and of contract notes that no server wrote. */
export async function strangeRows(db: Queryable, keys: MacKeys): Promise<readonly string[]> {
  const of = async <Row>(table: SignedTable<Row>, keyOf: (row: Signed<Row>) => string): Promise<readonly string[]> => {
    const rows = await db.query<Signed<Row>>(`orders.all_rows.${table.table}`, `SELECT t.* FROM ${table.table} t`);
    const own = new Set(ownRows(keys, table, rows));
    return rows.filter((row) => !own.has(row)).map((row) => `${table.table} ${keyOf(row)}`);
  };
  return [
    ...(await of(SIGNED_POSITIONS, ({ id }) => String(id))),
    ...(await of(SIGNED_DUES, ({ userId, asset, settlesOn }) => `${userId} ${asset} ${settlesOn}`)),
    ...(await of(SIGNED_DPS, ({ userId, asset, marketDate }) => `${userId} ${asset} ${marketDate}`)),
    ...(await of(SIGNED_SHORTS, ({ userId, asset, settlesOn }) => `${userId} ${asset} ${settlesOn}`)),
    ...(await of(SIGNED_NOTES, ({ number }) => String(number))),
    ...(await of(SIGNED_NOTE_LINES, ({ note, code }) => `${note} ${code}`)),
    ...(await of(SIGNED_CHANGES, ({ id }) => String(id))),
  ];
}
