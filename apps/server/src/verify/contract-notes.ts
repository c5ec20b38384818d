import { type ChangeOfDay, makeNote, type OrderOfDay } from '@khara/broker';
import { CHANGE_OF_DAY_SQL, NOTE_LINE_COLUMNS, sayLine } from '#modules/settlement/index.ts';
import { settlementDate } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

const PAGE = 500;

/**
 * Who traded on a market day that is over has a contract note. Each note is made again from the fills of its day: its
 * charges, its lines, what was estimated, and the entry that booked the difference. What the newest day of a position
 * was charged is what its fills were, or its notes.
 */
export const verifyContractNotes: Check = async (tx) => {
  const found = finding('contract_notes');
  for (const { what } of await tx.query<{ what: string }>('verify.notes_missing', MISSING)) found.add(what);
  for (let after = 0n; ;) {
    const notes = await tx.query<IssuedNote>('verify.contract_notes', NOTES, [after, PAGE]);
    const last = notes.at(-1);
    if (!last) return [found.end(), await dayCharges(tx)];
    const numbers = notes.map(({ number }) => number);
    const orders = Map.groupBy(await tx.query<NotedOrder>('verify.note_orders', ORDERS, [numbers]), ({ note }) => note);
    const changes = Map.groupBy(
      await tx.query<NotedChange>('verify.note_changes', CHANGES, [numbers]),
      ({ note }) => note,
    );
    const lines = Map.groupBy(await tx.query<IssuedLine>('verify.note_lines', LINES, [numbers]), ({ note }) => note);
    for (const note of notes) {
      const traded = { orders: orders.get(note.number) ?? [], changes: changes.get(note.number) ?? [] };
      for (const what of wrongWith(note, traded, lines.get(note.number) ?? []))
        found.add(`the contract note of ${note.userId} for ${note.marketDate} ${what}`);
    }
    after = last.number;
  }
};

const MISSING = `
  SELECT f.user_id || ' traded on ' || d.market_date || ' and has no contract note' AS what
  FROM (SELECT DISTINCT user_id, market_day FROM trading.fill) f JOIN market.day d ON d.market_day = f.market_day
  WHERE f.market_day < (SELECT max(market_day) FROM market.day)
    AND NOT EXISTS (SELECT FROM trading.contract_note n WHERE n.user_id = f.user_id AND n.market_date = d.market_date)
  UNION ALL
  SELECT 'entry ' || e.id || ' is of no contract note' FROM ledger.entry e
  WHERE e.kind = 'contract_note' AND NOT EXISTS (SELECT FROM trading.contract_note n WHERE e.ref = 'note-' || n.number)`;

async function dayCharges(tx: Queryable): Promise<Finding> {
  const found = finding('day_charges');
  for (const { what } of await tx.query<{ what: string }>('verify.day_charges', DAY_CHARGES)) found.add(what);
  return found.end();
}

/*
 * A note shares the charges of a line out among the positions of its product that traded then: their sum is held, where
 * none of them has traded since.
 */
const DAY_CHARGES = `
  WITH moved AS (
    SELECT f.position_id, f.market_date, f.side,
      f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise + f.dp_paise AS paise
    FROM trading.fill f
    UNION ALL SELECT c.from_position, c.market_date, 'buy', -c.charges_paise FROM trading.product_change c
    UNION ALL SELECT c.to_position, c.market_date, 'buy', c.charges_paise + c.estimated_paise FROM trading.product_change c
  ), charged AS (
    SELECT m.position_id, m.market_date, sum(m.paise) AS paise, coalesce(sum(m.paise) FILTER (WHERE m.side = 'buy'), 0) AS buy_paise
    FROM moved m GROUP BY m.position_id, m.market_date
  ), day AS (
    SELECT p.*, coalesce(c.paise, 0) AS paise, coalesce(c.buy_paise, 0) AS buy_paise, n.number AS note
    FROM trading.position p LEFT JOIN charged c ON c.position_id = p.id AND c.market_date = p.market_date
    LEFT JOIN trading.contract_note n ON n.user_id = p.user_id AND n.market_date = p.market_date
  )
  SELECT 'position ' || d.id || ' was charged ' || d.paise || ' on its newest day, and ' || d.buy_paise || ' of that for buying; it says '
    || d.day_charges_paise || ' and ' || d.day_buy_charges_paise AS what
  FROM day d WHERE d.day_buy_charges_paise <> d.buy_paise OR d.note IS NULL AND d.day_charges_paise <> d.paise
  UNION ALL
  SELECT 'positions in ' || d.asset || ' (' || d.product || ') of contract note ' || d.note || ' say that their day was charged ' || sum(d.day_charges_paise)
  FROM day d WHERE d.note IS NOT NULL AND NOT EXISTS (SELECT FROM charged c JOIN trading.position q ON q.id = c.position_id
    WHERE q.user_id = d.user_id AND q.asset = d.asset AND q.product = d.product AND c.market_date = d.market_date AND q.market_date <> d.market_date)
  GROUP BY d.note, d.asset, d.product HAVING sum(d.day_charges_paise) <> (
    SELECT coalesce(sum(l.same_day_charges_paise + l.delivered_charges_paise), 0) FROM trading.contract_note_line l
    WHERE l.note = d.note AND l.asset = d.asset AND l.product = d.product)`;

type IssuedNote = {
  readonly number: bigint;
  readonly userId: string;
  readonly marketDate: string;
  readonly settlesOn: string;
  readonly charges: string;
  readonly total: bigint;
  readonly estimatedPaise: bigint;
  readonly absorbedPaise: bigint;
  readonly booked: string | undefined;
};

const NOTES = `SELECT n.number, n.user_id, n.market_date, n.settles_on, n.estimated_paise, n.absorbed_paise,
    concat_ws(' ', n.brokerage_paise, n.stt_paise, n.exchange_paise, n.sebi_paise, n.stamp_paise, n.gst_paise, n.dp_paise) AS charges,
    n.brokerage_paise + n.stt_paise + n.exchange_paise + n.sebi_paise + n.stamp_paise + n.gst_paise + n.dp_paise AS total,
    (SELECT concat_ws(' ', x.owner, coalesce(sum(p.amount) FILTER (WHERE p.code = 101), 0), coalesce(sum(p.amount) FILTER (WHERE p.code = 202), 0),
       coalesce(sum(p.amount) FILTER (WHERE p.code = 220), 0))
     FROM ledger.entry e JOIN ledger.person x ON x.id = e.person JOIN ledger.posting p ON p.entry_id = e.id
     WHERE e.kind = 'contract_note' AND e.ref = 'note-' || n.number GROUP BY x.owner) AS booked
  FROM trading.contract_note n WHERE n.number > $1 ORDER BY n.number LIMIT $2`;

type NotedOrder = OrderOfDay & { readonly note: bigint; readonly asset: string; readonly charged: bigint };

const ORDERS = `SELECT n.number AS note, f.asset, f.code, f.side, f.product, sum(f.quantity)::bigint AS quantity, sum(f.value_paise)::bigint AS paise,
    sum(f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise + f.dp_paise)::bigint AS charged,
    sum(f.dp_paise)::bigint AS dp,
    EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.code = f.code AND t.market_date = n.market_date) AS trade_for_trade
  FROM trading.contract_note n JOIN market.day d ON d.market_date = n.market_date
  JOIN trading.fill f ON f.user_id = n.user_id AND f.market_day = d.market_day
  WHERE n.number = ANY ($1::bigint[]) GROUP BY n.number, n.market_date, f.order_id, f.asset, f.code, f.side, f.product`;

type NotedChange = ChangeOfDay & { readonly note: bigint };

const CHANGES = `SELECT n.number AS note, ${CHANGE_OF_DAY_SQL}
  FROM trading.contract_note n JOIN trading.product_change c ON c.user_id = n.user_id AND c.market_date = n.market_date
  WHERE n.number = ANY ($1::bigint[]) GROUP BY n.number, c.code`;

type IssuedLine = { readonly note: bigint; readonly said: string };

const NO_MAC = new Uint8Array();
const { note: _note, mac: _mac, ...SAID } = NOTE_LINE_COLUMNS;

const LINES = `SELECT l.note, concat_ws(' ', ${Object.keys(SAID)
  .map((name) => `l.${name}`)
  .join(', ')}) AS said
  FROM trading.contract_note_line l WHERE l.note = ANY ($1::bigint[])`;

function* wrongWith(
  note: IssuedNote,
  { orders: rows, changes }: { readonly orders: readonly NotedOrder[]; readonly changes: readonly NotedChange[] },
  lines: readonly IssuedLine[],
): Iterable<string> {
  const unbought = changes.filter(
    (change) => boughtFor(rows, change) < (change.quantity < 0n ? -change.quantity : change.quantity),
  );
  if (unbought.length > 0) {
    yield `has changes of product of ${unbought.map(({ code }) => code).join()}, more shares than were bought`;
    return;
  }
  const made = makeNote(note.marketDate, rows, changes);
  const { brokerage, stt, exchange, sebi, stamp, gst, dp } = made.charges;
  const charges = [brokerage, stt, exchange, sebi, stamp, gst, dp].join(' ');
  if (charges !== note.charges) yield `says charges of ${note.charges}, its trades make ${charges}`;
  const estimated =
    rows.reduce((sum, { charged }) => sum + charged, 0n) + changes.reduce((sum, change) => sum + change.estimated, 0n);
  if (estimated !== note.estimatedPaise) yield `says ${note.estimatedPaise} were charged, it was ${estimated}`;
  const settles = settlementDate(note.marketDate);
  if (settles !== note.settlesOn) yield `says that it settles on ${note.settlesOn}, it is ${settles}`;
  const assets = new Map(rows.map(({ code, asset }) => [code, asset]));
  const said = lines.map((line) => line.said).toSorted();
  const texts = made.lines
    .map((line) => {
      const row = sayLine(line, { note: note.number, asset: assets.get(line.code) ?? '' });
      return Object.values(SAID)
        .map(([, of]) => of({ ...row, mac: NO_MAC }))
        .join(' ');
    })
    .toSorted();
  if (said.join() !== texts.join()) yield 'has other lines than its trades make';
  const over = note.total - note.estimatedPaise;
  const booked =
    over === 0n ? undefined : `u:${note.userId} ${note.absorbedPaise - over} ${over} ${-note.absorbedPaise}`;
  if (note.booked !== booked) yield `was booked as ${note.booked ?? 'nothing'}, and would be ${booked ?? 'nothing'}`;
}

/** Shares of the day's purchases that a change of product could take. */
const boughtFor = (rows: readonly NotedOrder[], { code, quantity }: NotedChange): bigint =>
  rows
    .filter((row) => row.code === code && row.side === 'buy' && (row.product === 'intraday') === quantity > 0n)
    .reduce((sum, row) => sum + row.quantity, 0n);
