/** SQL of what assistants did. Instants are ms. */
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** Orders of assistants and refusals: the log has each, with what was asked as a salted hash. */
export const ASSISTANT_ACTS: RecordedTable = {
  type: 'assistant.act',
  table: 'trading.assistant_act',
  id: 'id',
  by: 't.id = $1::uuid',
  member: 'user_id',
  columns: [
    't.program_key',
    't.market_date',
    't.market_time',
    't.tool',
    't.reason',
    't.order_id',
    "encode(sha256(t.salt || convert_to(t.asked, 'UTF8')), 'hex')",
    't.act',
    't.at_ms',
  ],
  says: ['grant', 'marketDate', 'marketTime', 'tool', 'reason', 'orderId', 'asked'],
};

export type Act = {
  readonly userId: string;
  readonly programKey: string;
  readonly act: 'placed' | 'cancelled' | 'refused';
  readonly tool: string;
  /** JSON: what it sent. */
  readonly asked: string;
  readonly salt: Uint8Array;
  readonly reason?: string | undefined;
  readonly orderId?: bigint | undefined;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};
export type KeptAct = Act & {
  readonly id: string;
  /** Whether its member was asked about the order, and said Place. */
  readonly isAllowed: boolean;
  /** Of an order that was placed, what filled until now: shares, and what they were worth. */
  readonly filled: number | undefined;
  readonly filledPaise: bigint | undefined;
};

/** Keeps an act and writes its record. An order is placed, and cancelled, once. */
export async function insertAct(tx: Tx, act: Act): Promise<void> {
  const [row] = await tx.query<{ id: string }>(
    'assistants.insert_act',
    `INSERT INTO trading.assistant_act (user_id, program_key, act, tool, asked, salt, reason, order_id, market_date, market_time, at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (order_id, act) DO NOTHING RETURNING id`,
    [
      act.userId,
      act.programKey,
      act.act,
      act.tool,
      act.asked,
      act.salt,
      act.reason,
      act.orderId,
      act.marketDate,
      act.marketTime,
      act.at,
    ],
  );
  if (row) await recordRow(tx, ASSISTANT_ACTS, row.id, act.act, row.id);
}

const ACT = `a.id, a.user_id, a.program_key, a.act, a.tool, a.asked, a.salt, a.reason, a.order_id, a.market_date, a.market_time, a.at_ms,
  EXISTS (SELECT FROM trading.assistant_question q WHERE q.id = o.request_id AND q.answered_ms IS NOT NULL) AS is_allowed, o.filled, o.filled_paise`;
const ACTS = `trading.assistant_act a LEFT JOIN trading."order" o ON a.act = 'placed' AND o.id = a.order_id`;

/** Of a market date and of a key, or of all where they are undefined. */
type OfDay = {
  readonly userId: string;
  readonly marketDate: string | undefined;
  readonly programKey: string | undefined;
  readonly most: number;
};

/** Acts of a market date, the newest first. */
export const actsOfDay = (db: Queryable, of: OfDay): Promise<readonly KeptAct[]> =>
  db.query<KeptAct>(
    'assistants.acts_of_day',
    `SELECT ${ACT} FROM ${ACTS}
     WHERE a.user_id = $1 AND a.market_date BETWEEN coalesce($2::date, '-infinity') AND coalesce($2::date, 'infinity')
       AND a.program_key = coalesce($4, a.program_key)
     ORDER BY a.id DESC LIMIT $3`,
    [of.userId, of.marketDate ?? null, of.most, of.programKey ?? null],
  );

export async function findAct(db: Queryable, userId: string, id: string): Promise<KeptAct | undefined> {
  const [row] = await db.query<KeptAct>(
    'assistants.act',
    `SELECT ${ACT} FROM ${ACTS} WHERE a.id = $2::uuid AND a.user_id = $1`,
    [userId, id],
  );
  return row;
}

/** The request of the one order that a rehearsal gives, by which `ordersWithoutAct` knows it. */
export const nameRehearsed = (hash: string): string => `rehearsal-${hash}`;
/** Whether a request has such a name, which no program gives its own. */
export const isNameOfRehearsed = (requestId: string): boolean => requestId.startsWith('rehearsal-');

type OrderWithoutAct = Pick<Act, 'userId' | 'programKey' | 'marketDate' | 'marketTime' | 'at'> & {
  readonly orderId: bigint;
  readonly side: string;
  readonly code: string;
  readonly quantity: number;
  readonly type: string;
  readonly product: string;
  /** Of an order at the market its protected price. */
  readonly pricePaise: bigint;
};

/** Rehearsed orders of a time that have no act: a server ended between the two. */
export const ordersWithoutAct = (
  db: Queryable,
  { since, before }: { readonly since: number; readonly before: number },
): Promise<readonly OrderWithoutAct[]> =>
  db.query<OrderWithoutAct>(
    'assistants.orders_without_act',
    `SELECT o.user_id, o.program_key, o.market_date, o.market_time, o.accepted_ms AS at_ms, o.id AS order_id,
       o.side, o.code, o.quantity, o.type, o.product, o.price_paise
     FROM trading."order" o
     WHERE o.program_key IS NOT NULL AND o.request_id LIKE 'rehearsal-%' AND o.accepted_ms >= $1 AND o.accepted_ms < $2
       AND NOT EXISTS (SELECT FROM trading.assistant_act a WHERE a.order_id = o.id AND a.act = 'placed')
     ORDER BY o.id LIMIT 100`,
    [since, before],
  );

/** What was read, or rehearsed, in a minute. */
export type Read = Pick<Act, 'userId' | 'programKey' | 'tool' | 'marketDate' | 'marketTime'> & {
  readonly minuteAt: number;
  /** A code; of a rehearsal, and of the note that nothing is real, JSON; else empty. */
  readonly about: string;
  readonly times: number;
};

export async function addReads(db: Queryable, reads: readonly Read[]): Promise<void> {
  await db.query(
    'assistants.add_reads',
    `INSERT INTO trading.assistant_read AS r (program_key, minute_ms, tool, about, user_id, times, market_date, market_time)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::date[], $8::text[])
     ON CONFLICT (program_key, minute_ms, tool, about) DO UPDATE SET times = r.times + excluded.times`,
    [
      reads.map(({ programKey }) => programKey),
      reads.map(({ minuteAt }) => minuteAt),
      reads.map(({ tool }) => tool),
      reads.map(({ about }) => about),
      reads.map(({ userId }) => userId),
      reads.map(({ times }) => times),
      reads.map(({ marketDate }) => marketDate),
      reads.map(({ marketTime }) => marketTime),
    ],
  );
}

/** What was read on a market date, the newest minute first. */
export const readsOfDay = (db: Queryable, of: OfDay): Promise<readonly Read[]> =>
  db.query<Read>(
    'assistants.reads_of_day',
    `SELECT program_key, minute_ms, tool, about, user_id, times, market_date, market_time FROM trading.assistant_read
     WHERE user_id = $1 AND market_date BETWEEN coalesce($2::date, '-infinity') AND coalesce($2::date, 'infinity')
       AND program_key = coalesce($4, program_key) ORDER BY minute_ms DESC, program_key, tool, about LIMIT $3`,
    [of.userId, of.marketDate ?? null, of.most, of.programKey ?? null],
  );

/** Keys by which something was read or done here. */
export async function keysThatCame(db: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ programKey: string }>(
    'assistants.keys_that_came',
    `SELECT program_key FROM trading.assistant_act WHERE user_id = $1
     UNION SELECT program_key FROM trading.assistant_read WHERE user_id = $1`,
    [userId],
  );
  return new Set(rows.map(({ programKey }) => programKey));
}

/** Forgets what was done before an instant. */
export async function forgetActs(db: Queryable, before: number): Promise<void> {
  await db.query('assistants.forget_acts', 'DELETE FROM trading.assistant_act WHERE at_ms < $1', [before]);
  await db.query('assistants.forget_reads', 'DELETE FROM trading.assistant_read WHERE minute_ms < $1', [before]);
}
