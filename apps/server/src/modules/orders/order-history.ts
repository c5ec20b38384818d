import type { Data } from '@khara/contract';
import { rupees } from '@khara/money';
import { textsFor } from '@khara/texts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { Reader } from './present-order.ts';
import type { OrderRow, TimelineRow } from './rows.ts';

type Step = Data<'orderDetail'>['timeline'][number];

/**
 * An order's story, oldest first: its first step is the order's own row, the others are what was settled. Each is a sentence, and the rule
 * behind it, in the reader's language; `first` is what it asked for when it was placed, before any change; what they say is in the fields beside them too.
 */
export function orderHistory(
  reader: Reader,
  order: OrderRow,
  timeline: readonly TimelineRow[],
  first: Pick<OrderRow, 'quantity' | 'price_paise'>,
): readonly Step[] {
  const texts = textsFor(reader.language).story;
  const head = { state: 'pending', at: Number(order.accepted_ms), marketTime: order.market_time } as const;
  const accepted: Step = {
    ...head,
    step: 'accepted',
    text: texts.step.accepted,
    quantity: first.quantity,
    price: rupees(first.price_paise),
    ...(order.by_system && { why: texts.why.square_off }),
  };
  const waits: Step = { ...head, step: 'waits_for_open', text: texts.step.waits_for_open, why: texts.why.after_market };
  return [accepted, ...(order.after_market ? [waits] : []), ...timeline.map((row) => stepOf(reader, row))];
}

function stepOf({ language }: Reader, row: TimelineRow): Step {
  const texts = textsFor(language).story;
  const reasons: Readonly<Record<string, string>> = {
    ...textsFor(language).refusals,
    ...textsFor(language).orders.reason,
  };
  const details = row.details ?? {};
  const { book, tradeNo, phase, aggressor, keptPriority, triggerPaise } = details;
  const step = row.step ?? stepOfState(row);
  const price = row.price_paise === null ? undefined : rupees(row.price_paise);
  const trigger = triggerPaise === undefined ? undefined : inRupees(triggerPaise);
  const params = {
    quantity: row.quantity ?? 0,
    price: (step === 'trigger_pending' ? trigger : price) ?? '0.00',
    trade: tradeNo ?? 0,
    ahead: book?.aheadQuantity ?? 0,
  };
  const say = (text: string, more: Readonly<Record<string, string | number>> = {}) =>
    formatMessage(text, { ...params, ...more }, language);
  const why = (): string | undefined => {
    if (row.reason !== null) return reasons[row.reason] ?? textsFor(language).orders.reason.other;
    switch (step) {
      case 'opened':
        if (!book) return undefined;
        return say(texts.why.book, {
          bid: book.bidPaise === undefined ? '—' : inRupees(book.bidPaise),
          ask: book.askPaise === undefined ? '—' : inRupees(book.askPaise),
          price: inRupees(book.lastPaise),
        });
      case 'filled':
        if (tradeNo === undefined) return undefined;
        if (phase !== undefined && phase !== 'continuous') return say(texts.why[phase]);
        return say(aggressor === true ? texts.why.taker : texts.why.maker);
      case 'trigger_pending':
        return texts.why.trigger;
      case 'modified':
        return keptPriority === true ? texts.why.keptPriority : texts.why.lostPriority;
      case 'became_limit':
        return texts.why.became_limit;
      default:
        return undefined;
    }
  };
  const opened = book ? (book.aheadQuantity > 0 ? texts.step.openedBehind : texts.step.openedFirst) : texts.step.opened;
  const because = why();
  return {
    step,
    state: row.state,
    at: Number(row.at_ms),
    marketTime: row.market_time,
    text: say(step === 'opened' ? opened : texts.step[step]),
    ...(because !== undefined && { why: because }),
    ...(row.quantity !== null && { quantity: row.quantity }),
    ...(price !== undefined && { price }),
    ...(trigger !== undefined && { triggerPrice: trigger }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(book && {
      book: {
        lastPrice: inRupees(book.lastPaise),
        bid: book.bidPaise === undefined ? null : inRupees(book.bidPaise),
        bidQuantity: book.bidQuantity,
        ask: book.askPaise === undefined ? null : inRupees(book.askPaise),
        askQuantity: book.askQuantity,
        queueAhead: book.aheadQuantity,
      },
    }),
    ...(tradeNo !== undefined && { tradeNo }),
    ...(phase !== undefined && { phase }),
    ...(aggressor !== undefined && { aggressor }),
    ...(keptPriority !== undefined && { keptPriority }),
  };
}

const inRupees = (paise: number): string => rupees(BigInt(paise));

/** Steps from before each said what it is. */
function stepOfState({ state, price_paise: price }: TimelineRow): Step['step'] {
  if (price !== null) return 'filled';
  if (state === 'open' || state === 'complete' || state === 'pending') return 'opened';
  return state;
}
