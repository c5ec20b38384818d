import type { FireCommand } from '@khara/market-day';
import { asRecorded, recordRow, recordRows, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { ReachedTrigger } from '#src/ports/exchange.ts';
import { readCommands, readSentOrder, SENT_ORDER, type SentOrderJson, signCommands } from '#modules/orders/index.ts';
import { termsHash, type Leg, type PriceTrigger, type TriggerTerms } from './price-trigger.ts';

/* SQL of orders that wait for a price. */

/**
 * What a trigger waits for, by what authority, and how it has ended or that it has fired: the log answers for
 * it. That it has an order by now follows from the order.
 */
export const TRIGGERS: RecordedTable = {
  type: 'intent.trigger',
  table: 'trading.price_trigger',
  id: 'id',
  member: 'user_id',
  columns: [
    't.account_key',
    't.request_id',
    "encode(t.req, 'hex')",
    "encode(t.terms, 'hex')",
    't.code',
    't.asset',
    't.side',
    't.product',
    't.quantity',
    't.below_paise',
    't.below_limit_paise',
    't.above_paise',
    't.above_limit_paise',
    't.position_id',
    't.created_ms',
    't.version',
    't.armed_day',
    't.armed_step',
    't.market_date',
    't.expires_on',
    't.adjusted',
    't.authority',
    "CASE t.state WHEN 'fired' THEN 'firing' ELSE t.state END",
    't.reason',
    't.fired_side',
    't.fired_ms',
    't.fired_time',
  ],
};

/** Those of the triggers that are as their member set them, and have got as far as the log says. */
export async function recordedOnes(db: Queryable, found: readonly PriceTrigger[]): Promise<readonly PriceTrigger[]> {
  if (found.length === 0) return found;
  const recorded = await asRecorded(
    db,
    TRIGGERS,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => recorded.has(id));
}

const toLeg = (triggerPaise: bigint | undefined, limitPaise: bigint | undefined): Leg | undefined =>
  triggerPaise === undefined || limitPaise === undefined ? undefined : { triggerPaise, limitPaise };

const READ = `SELECT t.id, t.user_id, t.account_key, t.code, t.asset, t.side, t.product, t.quantity, t.below_paise, t.below_limit_paise,
    t.above_paise, t.above_limit_paise, t.position_id, t.created_ms, t.changed_ms, t.version, t.armed_day, t.armed_step, t.market_date,
    t.expires_on, t.adjusted, t.state, t.reason, t.fired_side, t.fired_ms, t.fired_time, ${SENT_ORDER} AS order
  FROM trading.price_trigger t LEFT JOIN trading."order" o ON o.id = t.order_id`;

async function triggersBy(
  db: Queryable,
  name: string,
  rest: string,
  params: readonly (string | number | bigint | null | readonly bigint[])[],
): Promise<readonly PriceTrigger[]> {
  const found = await db.query<
    Omit<PriceTrigger, 'legs' | 'order'> & {
      readonly belowPaise: bigint | undefined;
      readonly belowLimitPaise: bigint | undefined;
      readonly abovePaise: bigint | undefined;
      readonly aboveLimitPaise: bigint | undefined;
      readonly order: SentOrderJson;
    }
  >(name, `${READ} ${rest}`, params);
  return found.map(({ belowPaise, belowLimitPaise, abovePaise, aboveLimitPaise, order, ...trigger }) => {
    const below = toLeg(belowPaise, belowLimitPaise);
    const above = toLeg(abovePaise, aboveLimitPaise);
    return { ...trigger, legs: { ...(below && { below }), ...(above && { above }) }, order: readSentOrder(order) };
  });
}

/** The same of what a transaction has locked: none that is not as the log has it. */
const lockedBy = async (...query: Parameters<typeof triggersBy>): Promise<readonly PriceTrigger[]> =>
  recordedOnes(query[0], await triggersBy(...query));

/** All that wait, or have fired and have no order yet. */
export const openTriggers = (db: Queryable, state: 'waiting' | 'firing'): Promise<readonly PriceTrigger[]> =>
  triggersBy(db, 'orders.triggers_open', 'WHERE t.state = $1 ORDER BY t.id', [state]);

export async function findTrigger(db: Queryable, userId: string, id: bigint): Promise<PriceTrigger | undefined> {
  const [found] = await triggersBy(db, 'orders.trigger', 'WHERE t.user_id = $1 AND t.id = $2', [userId, id]);
  return found;
}

/** The same, and it stays as it is until the transaction ends. One that is not as the log has it is none. */
export async function lockTrigger(tx: Tx, userId: string, id: bigint): Promise<PriceTrigger | undefined> {
  const found = await triggersBy(
    tx,
    'orders.trigger_locked',
    'WHERE t.user_id = $1 AND t.id = $2 FOR NO KEY UPDATE OF t',
    [userId, id],
  );
  return (await recordedOnes(tx, found))[0];
}

export const triggersPage = (
  db: Queryable,
  page: {
    readonly userId: string;
    readonly which: 'waiting' | 'done' | undefined;
    readonly code: string | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<readonly PriceTrigger[]> =>
  triggersBy(
    db,
    'orders.triggers_page',
    `WHERE t.user_id = $1 AND ($2::text IS NULL OR (t.state IN ('waiting', 'firing')) = ($2 = 'waiting'))
       AND ($3::text IS NULL OR t.code = $3) AND ($4::bigint IS NULL OR t.id < $4) ORDER BY t.id DESC LIMIT $5`,
    [page.userId, page.which ?? null, page.code ?? null, page.before ?? null, page.limit],
  );

/** How an earlier request to set one was answered; `req` says whether it was the same. */
export async function findByRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<{ readonly id: bigint; readonly req: Uint8Array } | undefined> {
  const [row] = await db.query<{ id: bigint; req: Uint8Array }>(
    'orders.trigger_request',
    'SELECT t.id, t.req FROM trading.price_trigger t WHERE t.user_id = $1 AND t.request_id = $2',
    [userId, requestId],
  );
  return row;
}

export type NewTrigger = TriggerTerms & {
  readonly userId: string;
  readonly accountKey: number;
  readonly requestId: string;
  readonly req: Uint8Array;
  readonly asset: string;
  readonly armedDay: number;
  readonly armedStep: number;
  readonly marketDate: string;
  readonly expiresOn: string;
  readonly at: number;
  readonly authority: string;
};

/** Undefined when the member has as many waiting as there may be. To be called under the member's lock. */
export async function insertTrigger(tx: Tx, one: NewTrigger, most: number): Promise<bigint | undefined> {
  const { below, above } = one.legs;
  const [row] = await tx.query<{ id: bigint }>(
    'orders.insert_trigger',
    `INSERT INTO trading.price_trigger (user_id, account_key, request_id, req, terms, code, asset, side, product, quantity,
       below_paise, below_limit_paise, above_paise, above_limit_paise, position_id, created_ms, changed_ms, armed_day, armed_step,
       market_date, expires_on, authority)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18, $19, $20, $21
     WHERE (SELECT count(*) FROM trading.price_trigger WHERE user_id = $1 AND state = 'waiting') < $22 RETURNING id`,
    [
      one.userId,
      one.accountKey,
      one.requestId,
      one.req,
      termsHash(one),
      one.code,
      one.asset,
      one.side,
      one.product,
      one.quantity,
      below?.triggerPaise,
      below?.limitPaise,
      above?.triggerPaise,
      above?.limitPaise,
      one.positionId,
      one.at,
      one.armedDay,
      one.armedStep,
      one.marketDate,
      one.expiresOn,
      one.authority,
      most,
    ],
  );
  if (row) await recordRow(tx, TRIGGERS, row.id, 'set');
  return row?.id;
}

/** Gives a trigger that waits other terms: by its member's authority, or `adjusted` by a split or a bonus. */
export async function changeTerms(
  tx: Tx,
  id: bigint,
  terms: TriggerTerms,
  when: {
    readonly at: number;
    readonly armedDay: number;
    readonly armedStep: number;
    readonly authority?: string;
  },
): Promise<void> {
  const { below, above } = terms.legs;
  const adjusted = when.authority === undefined;
  await tx.query(
    'orders.change_trigger',
    `UPDATE trading.price_trigger SET quantity = $2, below_paise = $3, below_limit_paise = $4, above_paise = $5, above_limit_paise = $6,
       terms = $7, changed_ms = $8, armed_day = $9, armed_step = $10, adjusted = adjusted OR $11, version = version + 1,
       authority = coalesce($12, authority)
     WHERE id = $1 AND state = 'waiting'`,
    [
      id,
      terms.quantity,
      below?.triggerPaise,
      below?.limitPaise,
      above?.triggerPaise,
      above?.limitPaise,
      termsHash(terms),
      when.at,
      when.armedDay,
      when.armedStep,
      adjusted,
      when.authority ?? null,
    ],
  );
  await recordRow(tx, TRIGGERS, id, adjusted ? 'adjusted' : 'changed');
}

/** Ends triggers that wait, without an order. Answers those that it ended. */
export async function endTriggers(
  tx: Tx,
  ids: readonly bigint[],
  state: 'removed' | 'ended' | 'expired',
  at: number,
  reason?: 'corporate_action',
): Promise<readonly bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'orders.end_triggers',
    `UPDATE trading.price_trigger SET state = $2, ended_ms = $3, changed_ms = $3, reason = $4
     WHERE id = ANY ($1::bigint[]) AND state = 'waiting' RETURNING id`,
    [ids, state, at, reason ?? null],
  );
  const ended = rows.map(({ id }) => id);
  await recordRows(tx, TRIGGERS, ended, state);
  return ended;
}

/** Those that wait whose last market date is over. */
export const overdueTriggers = (tx: Tx, marketDate: string): Promise<readonly PriceTrigger[]> =>
  lockedBy(
    tx,
    'orders.triggers_overdue',
    `WHERE t.state = 'waiting' AND t.expires_on < $1 ORDER BY t.id FOR NO KEY UPDATE OF t`,
    [marketDate],
  );

/** Those that wait whose position has ended. */
export const orphanedTriggers = (tx: Tx): Promise<readonly PriceTrigger[]> =>
  lockedBy(
    tx,
    'orders.triggers_orphaned',
    `WHERE t.state = 'waiting' AND t.position_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM trading.position p WHERE p.id = t.position_id AND p.state = 'in_position')
     ORDER BY t.id FOR NO KEY UPDATE OF t`,
    [],
  );

/** Those that wait in a share and were set before a split or a bonus of a date. */
export const triggersBefore = (tx: Tx, code: string, exDate: string): Promise<readonly PriceTrigger[]> =>
  lockedBy(
    tx,
    'orders.triggers_before',
    `WHERE t.state = 'waiting' AND t.code = $1 AND t.market_date < $2 ORDER BY t.id FOR NO KEY UPDATE OF t`,
    [code, exDate],
  );

/**
 * Fires triggers that still wait as the market saw them, and journals it: from here on nothing else becomes
 * of them. One whose position has ended does not fire, nor one that no member has set so. Answers the
 * commands that the market has not applied: asked again after a lost answer it says the same.
 */
export async function fire(
  tx: Tx,
  reached: readonly ReachedTrigger[],
  { at, marketTime }: { readonly at: number; readonly marketTime: string },
): Promise<readonly FireCommand[]> {
  const recorded = await recordedOnes(
    tx,
    await triggersBy(tx, 'orders.triggers_reached', 'WHERE t.id = ANY ($1) ORDER BY t.id FOR NO KEY UPDATE OF t', [
      reached.map(({ id }) => id),
    ]),
  );
  const those = new Set(recorded.map(({ id }) => id));
  const right = reached.filter(({ id }) => those.has(id));
  const ids = right.map(({ id }) => id);
  const fired = await tx.query<{ seq: bigint; triggerId: bigint }>(
    'orders.fire_triggers',
    `WITH wanted AS MATERIALIZED (
       SELECT t.id, r.side FROM unnest($1::bigint[], $2::integer[], $3::text[]) AS r (id, version, side)
       JOIN trading.price_trigger t ON t.id = r.id AND t.version = r.version
       WHERE t.state = 'waiting' AND (t.position_id IS NULL
         OR EXISTS (SELECT FROM trading.position p WHERE p.id = t.position_id AND p.state = 'in_position'))
       ORDER BY t.id FOR NO KEY UPDATE OF t
     ), fired AS (
       UPDATE trading.price_trigger t SET state = 'firing', fired_side = w.side, fired_ms = $4, fired_time = $5, changed_ms = $4
       FROM wanted w WHERE t.id = w.id RETURNING t.id, t.code, t.fired_side,
         CASE t.fired_side WHEN 'below' THEN t.below_paise ELSE t.above_paise END AS paise
     )
     INSERT INTO trading.journal_command (kind, accepted_ms, code, trigger_id, about, trigger_paise)
     SELECT 'fire', $4, f.code, f.id, f.fired_side, f.paise FROM fired f ORDER BY f.id RETURNING seq, trigger_id`,
    [ids, right.map(({ version }) => version), right.map(({ condition }) => condition), at, marketTime],
  );
  await recordRows(
    tx,
    TRIGGERS,
    fired.map(({ triggerId: id }) => id),
    'fired',
  );
  await signCommands(tx, fired);
  const waiting = await tx.query<{ seq: bigint }>(
    'orders.fires_of',
    `SELECT c.seq FROM trading.journal_command c
     WHERE c.kind = 'fire' AND c.trigger_id = ANY ($1::bigint[]) AND c.applied_step IS NULL`,
    [ids],
  );
  const commands = await readCommands(
    tx,
    waiting.map(({ seq }) => seq),
  );
  return commands.filter((command) => command.kind === 'fire');
}

/** Triggers that wait and were set or changed since an instant. */
export const changedTriggers = (db: Queryable, since: bigint): Promise<readonly PriceTrigger[]> =>
  triggersBy(db, 'orders.triggers_changed', `WHERE t.state = 'waiting' AND t.changed_ms >= $1 ORDER BY t.id`, [since]);

/** Notes what became of a trigger that has fired; false when that was noted before. */
export async function noteOutcome(
  tx: Tx,
  id: bigint,
  outcome: { readonly orderId: bigint } | { readonly reason: string },
  at: number,
): Promise<boolean> {
  const orderId = 'orderId' in outcome ? outcome.orderId : null;
  const reason = 'reason' in outcome ? outcome.reason : null;
  const rows = await tx.query(
    'orders.note_fired',
    `UPDATE trading.price_trigger SET state = CASE WHEN $2::bigint IS NULL THEN 'failed' ELSE 'fired' END, order_id = $2, reason = $3,
       ended_ms = $4, changed_ms = $4
     WHERE id = $1 AND state = 'firing' RETURNING id`,
    [id, orderId, reason, at],
  );
  if (rows.length > 0 && reason !== null) await recordRow(tx, TRIGGERS, id, 'failed');
  return rows.length > 0;
}
