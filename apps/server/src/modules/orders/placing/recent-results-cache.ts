import type { Db } from '#src/ports/database.ts';
import type { SettlementBatch } from '#src/ports/exchange.ts';
import { fillRow, orderChange, firstAnswerOf, type FillRow, type OrderRow } from '../rows.ts';
import type { After } from '../settlement/settlement.ts';

/** An order as its request is answered, with the fills that it has. */
export type Answered = { readonly order: OrderRow; readonly fills: readonly FillRow[] };

/** Enough for all who can wait at once. What no caller asks for (orders of the system, of those who waited too long) makes room for what comes. */
const MOST = 4096;

const settled = new WeakMap<Db, Map<bigint, Answered>>();

/**
 * Remembers how orders stand after a batch that has committed, for those who placed them and wait for just that: the database need not be asked for what
 * was written a moment ago. Only those whose first answer this batch has decided, and that had no fill before it.
 */
export function rememberAnswers(db: Db, batch: SettlementBatch, before: readonly OrderRow[], after: After): void {
  const answers = settled.get(db) ?? new Map<bigint, Answered>();
  settled.set(db, answers);
  const rows = new Map(before.map((row) => [row.id, row]));
  const fills = Map.groupBy(after.fills, ({ order }) => order.id);
  for (const order of after.orders) {
    const row = rows.get(order.id);
    if (!row || row.first_answer !== null || row.filled > 0) continue;
    answers.set(order.id, {
      order: {
        ...row,
        ...orderChange(order),
        reason: order.reason ?? null,
        trigger_paise: order.triggerPaise ?? null,
        updated_ms: BigInt(order.updatedAt),
        first_answer: firstAnswerOf(order),
      },
      fills: (fills.get(order.id) ?? []).map((fill) => ({
        ...fillRow(fill, batch),
        at_ms: BigInt(batch.at),
        trade_no: BigInt(fill.tradeNo),
      })),
    });
  }
  for (const id of answers.keys()) {
    if (answers.size <= MOST) break;
    answers.delete(id);
  }
}

/** The answer of an order that a batch has just decided, once; undefined when it is to be read. */
export function takeAnswer(db: Db, orderId: bigint): Answered | undefined {
  const answer = settled.get(db)?.get(orderId);
  settled.get(db)?.delete(orderId);
  return answer;
}
