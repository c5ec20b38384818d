import {
  available,
  lossesAbsorbed,
  move,
  postBatch,
  taxesAndCharges,
  userOwner,
  type BatchEntry,
} from '#modules/ledger/index.ts';
import { CHARGE_ITEMS, contractNote, type ContractNote, type NoteLine, type NoteOrder } from '@khara/charges';
import { max, min } from '@khara/money';
import { settlementDate } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import { namesOf, unnested, valuesOf, type SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Tx } from '#src/ports/database.ts';
import { dpOfSales, PLAN } from '../billing.ts';
import type { Product, Side } from '../order.ts';
import { lockUsers } from '../user-locks.ts';

/** Members in one transaction: as many as commit in a fraction of a second. */
const BATCH_SIZE = 200;

export type NoteDay = { readonly marketDay: number; readonly marketDate: string };

/**
 * When a market day is over: each member who traded in it gets a contract note. Buys and sells of a share
 * net, so the charges are final only then; what they differ from what was charged with each fill is an entry
 * of its own. A charge for which there is no money is the platform's loss: no member ever owes. Safe to
 * repeat: who has a note gets no other.
 */
export async function issueNotes(deps: Pick<Deps, 'db' | 'clock'>, day: NoteDay): Promise<void> {
  while ((await deps.db.transaction((tx) => issueSome(tx, day, deps.clock.now()))) === BATCH_SIZE);
}

/** Answers how many it issued. */
async function issueSome(tx: Tx, { marketDay, marketDate }: NoteDay, at: number): Promise<number> {
  const traders = await tx.query<{ user_id: string }>(
    'orders.traders_without_note',
    `SELECT t.user_id FROM (
       SELECT o.user_id FROM trading."order" o WHERE o.market_day = $1 AND o.fill_trade IS NOT NULL
       UNION SELECT r.user_id FROM trading.resting_fill r WHERE r.market_day = $1
     ) t
     WHERE NOT EXISTS (SELECT FROM trading.contract_note n WHERE n.user_id = t.user_id AND n.market_date = $2::date)
     ORDER BY t.user_id LIMIT $3`,
    [marketDay, marketDate, BATCH_SIZE],
  );
  if (traders.length === 0) return 0;
  const users = traders.map(({ user_id: userId }) => userId);
  const [, orders, money] = await Promise.all([
    lockUsers(tx, users),
    ordersOf(tx, users, marketDay),
    availableOf(tx, users),
  ]);
  const drafts = [...Map.groupBy(orders, ({ user_id }) => user_id)].map(([userId, own]) =>
    draftOf(userId, own, { marketDate, at, availablePaise: money.get(userId) ?? 0n }),
  );
  const rows = await tx.query<{ number: bigint; user_id: string }>(
    'orders.write_notes',
    `INSERT INTO trading.contract_note (${namesOf(NOTE_COLUMNS)}) SELECT ${unnested(NOTE_COLUMNS)}
     RETURNING number, user_id`,
    valuesOf(NOTE_COLUMNS, drafts),
  );
  const numbers = new Map(rows.map(({ number, user_id: userId }) => [userId, number]));
  const lines = drafts.flatMap(({ userId, note, assets }) =>
    note.lines.map((line): LineRow => ({ ...line, note: numbers.get(userId)!, asset: assets.get(line.code)! })),
  );
  await Promise.all([
    tx.query(
      'orders.write_note_lines',
      `INSERT INTO trading.contract_note_line (${namesOf(LINE_COLUMNS)}) SELECT ${unnested(LINE_COLUMNS)}`,
      valuesOf(LINE_COLUMNS, lines),
    ),
    postBatch(
      tx,
      drafts.flatMap((draft) => entryOf(draft, numbers.get(draft.userId)!, marketDate)),
    ),
  ]);
  return traders.length;
}

type OrderRow = {
  readonly user_id: string;
  readonly asset: string;
  readonly code: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: bigint;
  readonly paise: bigint;
  readonly charged: bigint;
  readonly dp: bigint;
};

/** What each order of these members was filled for on the day, with what its fills were charged. */
const ordersOf = (tx: Tx, users: readonly string[], marketDay: number): Promise<readonly OrderRow[]> =>
  tx.query(
    'orders.orders_of_notes',
    `SELECT f.user_id, f.asset, f.code, f.side, f.product, sum(f.quantity)::bigint AS quantity, sum(f.value_paise)::bigint AS paise,
       sum(f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise + f.dp_paise)::bigint AS charged,
       sum(f.dp_paise)::bigint AS dp
     FROM trading.fill f WHERE f.user_id = ANY ($1::text[]) AND f.market_day = $2
     GROUP BY f.user_id, f.order_id, f.asset, f.code, f.side, f.product ORDER BY f.user_id, f.order_id`,
    [users, marketDay],
  );

async function availableOf(tx: Tx, users: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
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

function draftOf(
  userId: string,
  rows: readonly OrderRow[],
  { marketDate, at, availablePaise }: { marketDate: string; at: number; availablePaise: bigint },
): Draft {
  const orders = rows.map(({ code, side, product, quantity, paise }): NoteOrder => ({
    code,
    side,
    product,
    quantity: Number(quantity),
    valuePaise: paise,
  }));
  const sumOf = (amount: (row: OrderRow) => bigint) => rows.reduce((sum, row) => sum + amount(row), 0n);
  const note = noteOf(marketDate, orders, (code) => sumOf((row) => (row.code === code ? row.dp : 0n)));
  const estimatedPaise = sumOf(({ charged }) => charged);
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

/**
 * The final charges of a member's market date. Of the DP charge a sale whose proceeds could not bear it paid less, and
 * that stays so: `dpTaken` answers what was charged for a share, in paise.
 */
export const noteOf = (
  marketDate: string,
  orders: readonly NoteOrder[],
  dpTaken: (code: string) => bigint,
): ContractNote =>
  contractNote({ plan: PLAN, day: marketDate }, orders, ({ code, valuePaise }) =>
    min(dpOfSales(marketDate, valuePaise), dpTaken(code)),
  );

/** The entry that makes the charges final; none when they were as estimated. */
function entryOf(
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

const NOTE_COLUMNS: SqlColumns<Draft> = {
  user_id: ['text', ({ userId }) => userId],
  market_date: ['date', ({ marketDate }) => marketDate],
  settles_on: ['date', ({ marketDate }) => settlementDate(marketDate)],
  ...Object.fromEntries(
    CHARGE_ITEMS.map((item) => [`${item}_paise`, ['bigint', ({ note }: Draft) => note.charges[item]]] as const),
  ),
  estimated_paise: ['bigint', ({ estimatedPaise }) => estimatedPaise],
  absorbed_paise: ['bigint', ({ absorbedPaise }) => absorbedPaise],
  issued_ms: ['bigint', ({ at }) => at],
};

type LineRow = NoteLine & { readonly note: bigint; readonly asset: string };

const LINE_COLUMNS: SqlColumns<LineRow> = {
  note: ['bigint', ({ note }) => note],
  asset: ['text', ({ asset }) => asset],
  code: ['text', ({ code }) => code],
  product: ['text', ({ product }) => product],
  bought_quantity: ['bigint', ({ bought }) => bought.quantity],
  bought_paise: ['bigint', ({ bought }) => bought.valuePaise],
  sold_quantity: ['bigint', ({ sold }) => sold.quantity],
  sold_paise: ['bigint', ({ sold }) => sold.valuePaise],
  same_day_quantity: ['bigint', ({ sameDay }) => sameDay?.quantity ?? 0],
  same_day_bought_paise: ['bigint', ({ sameDay }) => sameDay?.boughtPaise ?? 0n],
  same_day_sold_paise: ['bigint', ({ sameDay }) => sameDay?.soldPaise ?? 0n],
  same_day_charges_paise: ['bigint', ({ sameDay }) => sameDay?.charges.total ?? 0n],
  same_day_stt_paise: ['bigint', ({ sameDay }) => sameDay?.charges.stt ?? 0n],
  delivered_quantity: [
    'bigint',
    ({ delivered: part }) => (part ? (part.side === 'buy' ? part.quantity : -part.quantity) : 0),
  ],
  delivered_paise: ['bigint', ({ delivered }) => delivered?.valuePaise ?? 0n],
  delivered_charges_paise: ['bigint', ({ delivered }) => delivered?.charges.total ?? 0n],
  delivered_stt_paise: ['bigint', ({ delivered }) => delivered?.charges.stt ?? 0n],
};
