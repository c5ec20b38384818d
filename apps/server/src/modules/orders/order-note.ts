import { averagePrice, type Order } from '@khara/broker';
import type { Body, Data, RefusalsOf } from '@khara/contract';
import { rupees } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { idIn } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { orderById } from './store.ts';
import { deleteNote, findNote, keepNote, type NoteText, type OrderNote } from './note-store.ts';

type Caller = { readonly member: { readonly userId: string } };

export const presentNote = (note: OrderNote): Data<'setOrderNote'> => ({
  reason: note.reason ?? null,
  stop: note.stopPaise === undefined ? null : rupees(note.stopPaise),
  target: note.targetPaise === undefined ? null : rupees(note.targetPaise),
  plannedAt: note.plannedAt ?? null,
  text: note.text ?? null,
  tags: [...note.tags],
  changedAt: note.changedAt,
});

/** What the shares of an order cost each, where it is known: its fills, or else its limit. */
const plannedPrice = (order: Order): bigint | undefined =>
  averagePrice(order.filledPaise, order.filled) ?? (order.type === 'market' ? undefined : order.pricePaise);

/**
 * Why an order cannot have a plan. Of a purchase the stop lies below its price and the target above it. Of an intraday
 * sale, which may be short, it is the other way round. A delivery sale opens nothing.
 */
function whyNoPlan(
  order: Order,
  { stopPaise, targetPaise }: Pick<NoteText, 'stopPaise' | 'targetPaise'>,
): 'note_plan_not_taken' | 'note_plan_wrong_side' | undefined {
  if (order.side === 'sell' && order.product === 'delivery') return 'note_plan_not_taken';
  const price = plannedPrice(order);
  const [low, high] = order.side === 'buy' ? [stopPaise, targetPaise] : [targetPaise, stopPaise];
  const rising = [low, price, high].filter((paise) => paise !== undefined);
  return rising.every((paise, at) => at === 0 || rising[at - 1]! < paise) ? undefined : 'note_plan_wrong_side';
}

/** Refuses, in this order: note_empty, unknown_order, note_plan_not_taken, note_plan_wrong_side. */
async function setNote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { member: { userId } }: Caller,
  body: Body<'setOrderNote'>,
): Promise<Result<Data<'setOrderNote'>, RefusalsOf<'setOrderNote'>>> {
  const { reason, stop: stopPaise, target: targetPaise, text } = body;
  const note = { reason, stopPaise, targetPaise, text, tags: [...new Set(body.tags)] };
  const planned = stopPaise !== undefined || targetPaise !== undefined;
  if (reason === undefined && text === undefined && note.tags.length === 0 && !planned) return refuse('note_empty');
  return db.transaction(async (tx) => {
    const order = await orderById(tx, userId, body.id);
    if (!order) return refuse('unknown_order', { field: 'id' });
    const before = await findNote(tx, userId, order.id);
    // What was planned before the order filled stays, wherever it filled.
    const isNew = planned && (before?.stopPaise !== stopPaise || before?.targetPaise !== targetPaise);
    const why = isNew ? whyNoPlan(order, note) : undefined;
    if (why !== undefined) return refuse(why, { field: stopPaise === undefined ? 'target' : 'stop' });
    return done(presentNote(await keepNote(tx, { userId, orderId: order.id, now: clock.now() }, note)));
  });
}

export const noteHandlers = {
  setOrderNote: setNote,
  deleteOrderNote: async ({ db }, { member: { userId } }, { id }) => {
    const orderId = idIn(id);
    if (orderId !== undefined) await db.transaction((tx) => deleteNote(tx, userId, orderId));
    return done(null);
  },
} satisfies HandlersFor<'setOrderNote' | 'deleteOrderNote'>;
