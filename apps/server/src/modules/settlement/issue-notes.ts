import { type ChangeOfDay, deliveredShares, type Fill, makeNote, type OrderOfDay, type Product } from '@khara/broker';
import {
  available,
  lossesAbsorbed,
  move,
  postBatch,
  taxesAndCharges,
  userOwner,
  type BatchEntry,
} from '#modules/ledger/index.ts';
import { CHARGE_ITEMS, shareOut, type ContractNote, type NoteLine } from '@khara/charges';
import { max } from '@khara/money';
import { issuerSeries } from '@khara/market-day';
import { isTradeForTrade, settlementDate } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import { columnNames, unnested, columnValues, type SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Signed } from '#src/security/row-mac.ts';
import {
  announcePositions,
  type Changed,
  type FillRow,
  lockUsers,
  type LineSaid,
  type NoteSaid,
  ownFills,
  ownOf,
  SIGNED_CHANGES,
  SIGNED_NOTE_LINES,
  SIGNED_NOTES,
  ownPositions,
  signedBy,
  type SignedPosition,
  type WrittenPosition,
  writePositions,
  toFill,
} from '#modules/orders/index.ts';
import type { ChangeRow } from './margin-holder.ts';
import { makeLots } from '#modules/portfolio/index.ts';
import { type NotedShares, settleNetted } from './settle-netted.ts';

/** Members in one transaction: as many as commit in a fraction of a second. */
const BATCH_SIZE = 200;

export type NoteDay = { readonly marketDay: number; readonly marketDate: string };

/**
 * When a market day is over: each member who traded in it gets a contract note. Buys and sells of a share
 * net, so the charges are final only then; what they differ from what was charged with each fill is an entry
 * of its own. A charge for which there is no money is the platform's loss: no member ever owes. What netted
 * settles with the note. Safe to repeat: who has a note gets no other, nor who had one that another hand took away.
 * Whose positions another hand changed gets a note of what was traded all the same: no other member waits.
 */
export async function issueNotes(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'market' | 'pushes'>,
  day: NoteDay,
): Promise<void> {
  const traders = await deps.db.query<{ userId: string }>(
    'orders.traders_of_day',
    `SELECT t.user_id FROM (
       SELECT o.user_id FROM trading."order" o WHERE o.market_day = $1 AND o.fill_trade IS NOT NULL
       UNION SELECT r.user_id FROM trading.resting_fill r WHERE r.market_day = $1
     ) t
     ORDER BY t.user_id`,
    [day.marketDay],
  );
  const noted = await notedUsers(deps.db, day.marketDate);
  const users = traders.map(({ userId }) => userId).filter((userId) => !noted.has(userId));
  if (users.length > 0) await noteTradeForTrade(deps, day.marketDate);
  for (let from = 0; from < users.length; from += BATCH_SIZE) {
    const at = deps.clock.now();
    const some = users.slice(from, from + BATCH_SIZE);
    const { settled, lost, unheld } = await deps.db.transaction((tx) => issueSome(tx, some, day, at));
    if (lost.length > 0)
      deps.log.error({ members: lost, ...day }, 'contract notes are gone and are not issued again: run npm run verify');
    if (unheld.length > 0)
      deps.log.error({ shares: unheld, ...day }, 'what was traded has no position: run npm run verify');
    announcePositions(deps, settled, { at, changed: 'settled' });
  }
}

/** Members who have their notes of a market date. */
async function notedUsers(db: Queryable, marketDate: string): Promise<ReadonlySet<string>> {
  const notes = await db.query<Signed<NoteSaid>>(
    'orders.notes_of_date',
    'SELECT n.* FROM trading.contract_note n WHERE n.market_date = $1',
    [marketDate],
  );
  return new Set(ownOf(db, SIGNED_NOTES, notes).map(({ userId }) => userId));
}

/**
 * Which note the lots of members are made up to, where it is not there: it was issued, and another hand took it away.
 */
async function readLostNotes(tx: Tx, users: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const [made, notes] = await Promise.all([
    tx.query<{ userId: string; note: bigint }>(
      'orders.lots_made_up_to',
      'SELECT m.user_id, m.note FROM trading.lots_made m WHERE m.user_id = ANY ($1::text[])',
      [users],
    ),
    tx.query<Signed<NoteSaid>>(
      'orders.notes_of_lots_made',
      `SELECT n.* FROM trading.lots_made m JOIN trading.contract_note n ON n.number = m.note AND n.user_id = m.user_id
       WHERE m.user_id = ANY ($1::text[])`,
      [users],
    ),
  ]);
  const own = new Set(ownOf(tx, SIGNED_NOTES, notes).map(({ userId }) => userId));
  return new Map(made.flatMap(({ userId, note }) => (own.has(userId) ? [] : [[userId, note] as const])));
}

type Issuing = {
  /** Positions of which shares settled. */
  readonly settled: readonly Changed[];
  /** Members who had a note of the day that is gone. */
  readonly lost: readonly string[];
  /** Member, asset and product of what was traded and has no position. */
  readonly unheld: readonly string[];
};

async function issueSome(
  tx: Tx,
  traders: readonly string[],
  { marketDay, marketDate }: NoteDay,
  at: number,
): Promise<Issuing> {
  await lockUsers(tx, traders);
  const noted = await notedUsers(tx, marketDate);
  const users = traders.filter((userId) => !noted.has(userId));
  const [traded, changes, money, lostNotes] = await Promise.all([
    readOrders(tx, users, { marketDay, marketDate }),
    readChanges(tx, users, marketDate),
    readAvailable(tx, users),
    readLostNotes(tx, users),
  ]);
  // A note has a number above those of all trades of its day.
  const isLost = ({ userId, lastFill }: NotedOrder) => (lostNotes.get(userId) ?? 0n) > lastFill >> 16n;
  const lost = [...new Set(traded.filter(isLost).map(({ userId }) => userId))];
  const orders = traded.filter(({ userId }) => !lost.includes(userId));
  if (orders.length === 0) return { settled: [], lost, unheld: [] };
  const changesBy = Map.groupBy(changes, ({ userId }) => userId);
  const drafts = [...Map.groupBy(orders, ({ userId }) => userId)].map(([userId, own]) =>
    draftNote(userId, own, changesBy.get(userId) ?? [], { marketDate, at, availablePaise: money.get(userId) ?? 0n }),
  );
  const taken = await tx.query<{ number: bigint }>(
    'orders.note_numbers',
    'SELECT trading.next_later_number() AS number FROM generate_series(1, $1)',
    [drafts.length],
  );
  const settlesOn = settlementDate(marketDate);
  const notes = drafts.map((draft, index) => ({
    ...draft,
    number: taken[index]!.number, // one for each
    settlesOn,
  }));
  await tx.query(
    'orders.write_notes',
    `INSERT INTO trading.contract_note (${columnNames(NOTE_COLUMNS)}) SELECT ${unnested(NOTE_COLUMNS)}`,
    columnValues(NOTE_COLUMNS, signedBy(tx, SIGNED_NOTES, notes.map(sayNote))),
  );
  const lines = notes.flatMap(({ number, note, assets }) =>
    note.lines.map((line) => sayLine(line, { note: number, asset: assets.get(line.code)! })),
  );
  const charged = await readPositions(tx, users, marketDate);
  const [settled, , , unheld] = await Promise.all([
    settleNetted(tx, notes.flatMap(notedShares), { marketDate, settlesOn }),
    tx.query(
      'orders.write_note_lines',
      `INSERT INTO trading.contract_note_line (${columnNames(NOTE_LINE_COLUMNS)}) SELECT ${unnested(NOTE_LINE_COLUMNS)}`,
      columnValues(NOTE_LINE_COLUMNS, signedBy(tx, SIGNED_NOTE_LINES, lines)),
    ),
    postBatch(
      tx,
      notes.flatMap((draft) => makeEntries(draft, draft.number, marketDate)),
    ),
    chargeFinally(tx, charged, drafts),
    makeLots(tx, users),
  ]);
  return { settled, lost, unheld };
}

const notedShares = ({ userId, note, assets }: Draft): readonly NotedShares[] =>
  [...deliveredShares(note.lines)].map(([code, delivered]) => ({ userId, asset: assets.get(code)!, delivered }));

/** Positions that traded on the day: each half by its own index. */
const readPositions = async (
  tx: Tx,
  users: readonly string[],
  marketDate: string,
): Promise<readonly WrittenPosition[]> =>
  ownPositions(
    tx,
    await tx.query<SignedPosition>(
      'orders.positions_of_notes',
      `SELECT x.* FROM unnest($1::text[]) AS u (id)
     CROSS JOIN LATERAL (
       SELECT p.* FROM trading.position p WHERE p.user_id = u.id AND p.state = 'in_position' AND p.market_date = $2
       UNION ALL
       SELECT p.* FROM trading.position p WHERE p.user_id = u.id AND p.state <> 'in_position' AND p.market_date = $2
     ) x ORDER BY x.id`,
      [users, marketDate],
    ),
  );

const positionKey = (userId: string, asset: string, product: Product): string => `${userId} ${asset} ${product}`;

/**
 * Gives positions the final charges of their lines, and answers which lines have none. Where a product of a
 * share had several on the day they bear these in proportion to the estimates, by largest remainder.
 */
async function chargeFinally(
  tx: Tx,
  positions: readonly WrittenPosition[],
  drafts: readonly Draft[],
): Promise<readonly string[]> {
  const byLine = Map.groupBy(positions, ({ userId, asset, product }) => positionKey(userId, asset, product));
  const final = new Map<string, bigint>();
  for (const { userId, note, assets } of drafts)
    for (const { code, product, sameDay, delivered } of note.lines) {
      const key = positionKey(userId, assets.get(code)!, product);
      final.set(key, (final.get(key) ?? 0n) + (sameDay?.charges.total ?? 0n) + (delivered?.charges.total ?? 0n));
    }
  const changed = [...final].flatMap(([key, paise]) => {
    const some = byLine.get(key) ?? [];
    const parts = shareOut(
      paise,
      some.map(({ dayChargesPaise: n }) => ({ n, d: 1n })),
    );
    return some.map((position, at) => ({ position, noted: parts[at]! - position.dayChargesPaise }));
  });
  await tx.query(
    'orders.note_final_charges',
    `UPDATE trading.position p SET noted_paise = p.noted_paise + n.paise
     FROM unnest($1::bigint[], $2::bigint[]) AS n (id, paise) WHERE p.id = n.id`,
    [changed.map(({ position }) => position.id), changed.map(({ noted }) => noted)],
  );
  await writePositions(
    tx,
    changed.map(({ position, noted }) => ({
      ...position,
      chargesPaise: position.chargesPaise + noted,
      dayChargesPaise: position.dayChargesPaise + noted,
    })),
  );
  return [...final.keys()].filter((key) => !byLine.has(key));
}

/** Writes down which shares trade trade-for-trade on a market date: later their series is another. */
export async function noteTradeForTrade(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  marketDate: string,
): Promise<void> {
  const codes = market
    .instruments()
    .flatMap(({ code, issuer }) => (issuer && isTradeForTrade(issuerSeries(issuer, marketDate)) ? [code] : []));
  if (codes.length === 0) return;
  await db.query(
    'orders.note_trade_for_trade',
    `INSERT INTO trading.trade_for_trade (market_date, code) SELECT $1::date, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    [marketDate, codes],
  );
}

type NotedOrder = OrderOfDay & {
  readonly userId: string;
  /** With the DP charge. */
  readonly charged: bigint;
  /** The number of its last one. */
  readonly lastFill: bigint;
};

/** What each order of these members was filled for on the day, with what its fills were charged. */
async function readOrders(
  tx: Tx,
  users: readonly string[],
  { marketDay, marketDate }: NoteDay,
): Promise<readonly NotedOrder[]> {
  const rows = await tx.query<FillRow & Pick<NotedOrder, 'tradeForTrade'>>(
    'orders.fills_of_notes',
    `SELECT f.*, EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.code = f.code AND t.market_date = $3) AS trade_for_trade
     FROM trading.fill f WHERE f.user_id = ANY ($1::text[]) AND f.market_day = $2 ORDER BY f.user_id, f.order_id`,
    [users, marketDay, marketDate],
  );
  return [...Map.groupBy(ownFills(tx.ownKeys(), rows), ({ orderId }) => orderId).values()].map((rowsOfOrder) => {
    const [{ userId, asset, code, side, product, tradeForTrade }] = rowsOfOrder as [(typeof rowsOfOrder)[number]];
    const fills = rowsOfOrder.map(toFill);
    const sum = (amount: (fill: Fill) => bigint) => fills.reduce((total, fill) => total + amount(fill), 0n);
    return {
      userId,
      asset,
      code,
      side,
      product,
      tradeForTrade,
      quantity: sum((fill) => BigInt(fill.quantity)),
      paise: sum(({ valuePaise }) => valuePaise),
      charged: sum(({ charges }) => charges.total),
      dp: sum(({ charges }) => charges.dp),
      lastFill: fills.reduce((last, { id }) => max(last, id), 0n),
    };
  });
}

/** The columns of a change of the day, by `c`, a row of trading.product_change. */
export const CHANGE_OF_DAY_SQL = `c.code, sum(CASE c.product WHEN 'delivery' THEN c.quantity ELSE -c.quantity END)::bigint AS quantity,
    sum(CASE c.product WHEN 'delivery' THEN c.value_paise ELSE -c.value_paise END)::bigint AS paise, sum(c.estimated_paise)::bigint AS estimated`;

async function readChanges(
  tx: Tx,
  users: readonly string[],
  marketDate: string,
): Promise<readonly (ChangeOfDay & { readonly userId: string })[]> {
  const changes = await tx.query<ChangeRow>(
    'orders.changes_of_date',
    'SELECT c.* FROM trading.product_change c WHERE c.user_id = ANY ($1::text[]) AND c.market_date = $2 ORDER BY c.id',
    [users, marketDate],
  );
  const own = ownOf(tx, SIGNED_CHANGES, changes);
  return tx.query(
    'orders.product_changes_of_notes',
    `SELECT c.user_id, ${CHANGE_OF_DAY_SQL}
     FROM trading.product_change c WHERE c.id = ANY ($1::bigint[]) GROUP BY c.user_id, c.code`,
    [own.map(({ id }) => id)],
  );
}

async function readAvailable(tx: Tx, users: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ owner: string; balance: bigint }>(
    'orders.available_of_notes',
    `SELECT a.owner, a.balance FROM ledger.account a WHERE a.owner = ANY ($1::text[]) AND a.asset = 'INR' AND a.code = 101`,
    [users.map(userOwner)],
  );
  return new Map(rows.map(({ owner, balance }) => [owner.slice(2), balance]));
}

type Draft = {
  readonly userId: string;
  readonly marketDate: string;
  readonly note: ContractNote;
  /** By code. */
  readonly assets: ReadonlyMap<string, string>;
  readonly estimatedPaise: bigint;
  readonly absorbedPaise: bigint;
  readonly at: number;
};

function draftNote(
  userId: string,
  rows: readonly NotedOrder[],
  changes: readonly ChangeOfDay[],
  { marketDate, at, availablePaise }: { marketDate: string; at: number; availablePaise: bigint },
): Draft {
  const note = makeNote(marketDate, rows, changes);
  const estimatedPaise =
    rows.reduce((sum, { charged }) => sum + charged, 0n) + changes.reduce((sum, { estimated }) => sum + estimated, 0n);
  return {
    userId,
    marketDate,
    at,
    note,
    estimatedPaise,
    absorbedPaise: max(0n, note.charges.total - estimatedPaise - max(0n, availablePaise)),
    assets: new Map(rows.map(({ code, asset }) => [code, asset])),
  };
}

/** The entry that makes the charges final; none when they were as estimated. */
function makeEntries(
  { userId, note, estimatedPaise, absorbedPaise }: Draft,
  number: bigint,
  marketDate: string,
): readonly BatchEntry[] {
  const over = note.charges.total - estimatedPaise;
  if (over === 0n) return [];
  const lines = [
    move(available(userId), absorbedPaise - over),
    move(taxesAndCharges, over),
    move(lossesAbsorbed, -absorbedPaise),
  ].filter(({ amount }) => amount !== 0n);
  return [{ kind: 'contract_note', ref: `note-${number}`, actor: 'system', marketDate, lines }];
}

type Issued = Draft & Pick<NoteSaid, 'number' | 'settlesOn'>;

const sayNote = ({
  number,
  userId,
  marketDate,
  settlesOn,
  note,
  estimatedPaise,
  absorbedPaise,
  at,
}: Issued): NoteSaid => ({
  number,
  userId,
  marketDate,
  settlesOn,
  brokeragePaise: note.charges.brokerage,
  sttPaise: note.charges.stt,
  exchangePaise: note.charges.exchange,
  sebiPaise: note.charges.sebi,
  stampPaise: note.charges.stamp,
  gstPaise: note.charges.gst,
  dpPaise: note.charges.dp,
  estimatedPaise,
  absorbedPaise,
  issuedAt: at,
});

const NOTE_COLUMNS: SqlColumns<Signed<NoteSaid>> = {
  number: ['bigint', ({ number }) => number],
  user_id: ['text', ({ userId }) => userId],
  market_date: ['date', ({ marketDate }) => marketDate],
  settles_on: ['date', ({ settlesOn }) => settlesOn],
  ...Object.fromEntries(
    CHARGE_ITEMS.map((item) => [`${item}_paise`, ['bigint', (note: NoteSaid) => note[`${item}Paise`]]] as const),
  ),
  estimated_paise: ['bigint', ({ estimatedPaise }) => estimatedPaise],
  absorbed_paise: ['bigint', ({ absorbedPaise }) => absorbedPaise],
  issued_ms: ['bigint', ({ issuedAt }) => issuedAt],
  mac: ['bytea', ({ mac }) => mac],
};

/** A line of a contract note as it is written. */
export const sayLine = (
  { code, product, side, bought, sold, sameDay, delivered }: NoteLine,
  of: Pick<LineSaid, 'note' | 'asset'>,
): LineSaid => ({
  ...of,
  code,
  product,
  side,
  boughtQuantity: BigInt(bought.quantity),
  boughtPaise: bought.valuePaise,
  soldQuantity: BigInt(sold.quantity),
  soldPaise: sold.valuePaise,
  sameDayQuantity: BigInt(sameDay?.quantity ?? 0),
  sameDayBoughtPaise: sameDay?.boughtPaise ?? 0n,
  sameDaySoldPaise: sameDay?.soldPaise ?? 0n,
  sameDayChargesPaise: sameDay?.charges.total ?? 0n,
  sameDaySttPaise: sameDay?.charges.stt ?? 0n,
  deliveredQuantity: BigInt(delivered?.quantity ?? 0) * (delivered?.side === 'sell' ? -1n : 1n),
  deliveredPaise: delivered?.valuePaise ?? 0n,
  deliveredChargesPaise: delivered?.charges.total ?? 0n,
  deliveredSttPaise: delivered?.charges.stt ?? 0n,
});

/** Columns of trading.contract_note_line. */
export const NOTE_LINE_COLUMNS: SqlColumns<Signed<LineSaid>> = {
  note: ['bigint', ({ note }) => note],
  asset: ['text', ({ asset }) => asset],
  code: ['text', ({ code }) => code],
  product: ['text', ({ product }) => product],
  side: ['text', ({ side }) => side],
  bought_quantity: ['bigint', ({ boughtQuantity }) => boughtQuantity],
  bought_paise: ['bigint', ({ boughtPaise }) => boughtPaise],
  sold_quantity: ['bigint', ({ soldQuantity }) => soldQuantity],
  sold_paise: ['bigint', ({ soldPaise }) => soldPaise],
  same_day_quantity: ['bigint', ({ sameDayQuantity }) => sameDayQuantity],
  same_day_bought_paise: ['bigint', ({ sameDayBoughtPaise }) => sameDayBoughtPaise],
  same_day_sold_paise: ['bigint', ({ sameDaySoldPaise }) => sameDaySoldPaise],
  same_day_charges_paise: ['bigint', ({ sameDayChargesPaise }) => sameDayChargesPaise],
  same_day_stt_paise: ['bigint', ({ sameDaySttPaise }) => sameDaySttPaise],
  delivered_quantity: ['bigint', ({ deliveredQuantity }) => deliveredQuantity],
  delivered_paise: ['bigint', ({ deliveredPaise }) => deliveredPaise],
  delivered_charges_paise: ['bigint', ({ deliveredChargesPaise }) => deliveredChargesPaise],
  delivered_stt_paise: ['bigint', ({ deliveredSttPaise }) => deliveredSttPaise],
  mac: ['bytea', ({ mac }) => mac],
};
