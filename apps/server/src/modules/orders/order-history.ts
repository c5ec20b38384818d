import { isStop, MARGIN_SQUARE_OFF, type Order, type TimelineEntry } from '@khara/broker';
import { sentBy } from './order.ts';
import { changeTerms, firstTerms, type AskedTerms } from './past-terms.ts';
import { presentChangingTerms, type Reader } from './present-order.ts';
import type { Data } from '@khara/contract';
import { rupees } from '@khara/money';
import { textsFor } from '@khara/texts';
import { formatMessage } from '#src/kernel/format-message.ts';

type Step = Data<'orderDetail'>['timeline'][number];

const BY = { trigger: 'byTrigger', basket: 'byBasket', regular: 'byRegular', member: undefined } as const;

/**
 * An order's history, oldest first: its first step is the order's own row, the others are what was settled.
 * Each is a sentence, and the rule behind it, in the reader's language; what they say is in the fields beside
 * them too. `asked` are the commands of the order and of its changes.
 */
export function orderHistory(
  reader: Reader,
  order: Order,
  timeline: readonly TimelineEntry[],
  asked: readonly AskedTerms[],
): readonly Step[] {
  const texts = textsFor(reader.language).orderHistory;
  const first = firstTerms(order, timeline, asked);
  let terms = first;
  const withTerms = (entry: TimelineEntry): Step => {
    const step = presentStep(reader, entry, order.side);
    const changed = changeTerms(terms, entry, asked);
    if (!changed) return step;
    terms = changed;
    return { ...step, terms: presentChangingTerms(terms) };
  };
  const head = { state: 'pending', at: order.acceptedAt, marketTime: order.marketTime } as const;
  const say = (text: string) =>
    formatMessage(text, { tag: order.program?.tag ?? '', minutes: order.validMinutes ?? 0 }, reader.language);
  const by = BY[sentBy(order) ?? 'member'];
  const program =
    order.program && (order.program.tag === undefined ? texts.why.program : say(texts.why.programWithTag));
  const minutes = order.validMinutes === undefined ? undefined : say(texts.why.minutes);
  const why = [
    order.bySystem
      ? order.requestId === MARGIN_SQUARE_OFF
        ? texts.why.margin_square_off
        : texts.why.square_off
      : undefined,
    by && texts.why[by],
    program,
    minutes,
  ]
    .filter((text) => text !== undefined)
    .join(' ');
  const accepted: Step = {
    ...head,
    step: 'accepted',
    text: texts.step.accepted,
    quantity: first.quantity,
    price: rupees(first.pricePaise),
    terms: presentChangingTerms(first),
    ...(why !== '' && { why }),
  };
  const waits: Step = { ...head, step: 'waits_for_open', text: texts.step.waits_for_open, why: texts.why.after_market };
  return [accepted, ...(order.afterMarket ? [waits] : []), ...timeline.map(withTerms)];
}

/** The history of an order that was refused as it came. */
export const refusedHistory = (reader: Reader, { id, acceptedAt: at, marketTime, reason }: Order): Step[] => [
  presentStep(reader, {
    orderId: id,
    no: 1,
    step: 'rejected',
    state: 'rejected',
    at,
    marketTime,
    reason,
    details: undefined,
    quantity: undefined,
    pricePaise: undefined,
  }),
];

function presentStep({ language }: Reader, entry: TimelineEntry, side?: Order['side']): Step {
  const texts = textsFor(language).orderHistory;
  const reasons: Readonly<Record<string, string>> = {
    ...textsFor(language).refusals,
    ...textsFor(language).orders.reason,
  };
  const details = entry.details ?? {};
  const { book, tradeNo, phase, aggressor, keptPriority, triggerPaise, becomes } = details;
  const step = entry.step ?? stepOfState(entry);
  const price = entry.pricePaise === undefined ? undefined : rupees(entry.pricePaise);
  const trigger = triggerPaise === undefined ? undefined : inRupees(triggerPaise);
  const params = {
    quantity: entry.quantity ?? 0,
    price: (step === 'trigger_pending' ? trigger : price) ?? '0.00',
    trade: tradeNo ?? 0,
    ahead: book?.aheadQuantity ?? 0,
  };
  const say = (text: string, more: Readonly<Record<string, string | number>> = {}) =>
    formatMessage(text, { ...params, ...more }, language);
  const why = (): string | undefined => {
    if (entry.reason !== undefined) return reasons[entry.reason] ?? textsFor(language).orders.reason.other;
    switch (step) {
      case 'opened':
        if (!book) return undefined;
        if (book.bidPaise === undefined && side === 'sell')
          return say(texts.why.noBuyers, { price: inRupees(book.lastPaise) });
        if (book.askPaise === undefined && side === 'buy')
          return say(texts.why.noSellers, { price: inRupees(book.lastPaise) });
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
        if (becomes) return texts.becomes[becomes.validity === 'ioc' && !isStop(becomes.type) ? 'ioc' : becomes.type];
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
    state: entry.state,
    at: entry.at,
    marketTime: entry.marketTime,
    text: say(step === 'opened' ? opened : texts.step[step]),
    ...(because !== undefined && { why: because }),
    ...(entry.quantity !== undefined && { quantity: entry.quantity }),
    ...(price !== undefined && { price }),
    ...(trigger !== undefined && { triggerPrice: trigger }),
    ...(entry.reason !== undefined && { reason: entry.reason }),
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

const inRupees = (price: number): string => rupees(BigInt(price));

/** Steps from before each said what it is. */
function stepOfState({ state, pricePaise }: TimelineEntry): Step['step'] {
  if (pricePaise !== undefined) return 'filled';
  if (state === 'open' || state === 'complete' || state === 'pending') return 'opened';
  return state;
}
