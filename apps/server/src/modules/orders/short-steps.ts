import type { Order } from '@khara/broker';
import type { Data } from '@khara/contract';
import { toInstant, marketTimeText } from '@khara/market-day';
import { rupees } from '@khara/money';
import { PAY_OUT_MS } from '@khara/rules';
import { textsFor } from '@khara/texts';
import { formatMessage } from '#src/kernel/format-message.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { Reader } from './present-order.ts';
import { shortsOfOrder, type ShortOfOrder } from './store.ts';

type Step = Data<'orderDetail'>['timeline'][number];

/**
 * What became of an order's shares after the day, where a seller did not deliver (decision 15): the last steps of its
 * history. Quantities are those of the member's day in the share, of which the order is a part.
 */
export async function shortSteps(db: Queryable, reader: Reader, order: Order): Promise<readonly Step[]> {
  if (order.product !== 'delivery' || order.filled === 0) return [];
  return (await shortsOfOrder(db, order.id)).flatMap((short) =>
    order.side === 'buy' ? purchaseSteps(reader, order, short) : saleSteps(reader, order, short),
  );
}

function purchaseSteps(reader: Reader, { state }: Order, short: ShortOfOrder): readonly Step[] {
  const { waits, closedOut: kept, notedAt, endedAt } = short;
  const quantity = Math.max(waits, kept);
  if (quantity === 0) return [];
  const noted = presentStep(reader, 'not_delivered', 'buyNotDelivered', { ...short, state, quantity, at: notedAt });
  if (kept === 0 || endedAt === undefined) return [noted];
  return [
    noted,
    presentStep(reader, 'closed_out', 'purchaseClosedOut', { ...short, state, quantity: kept, at: endedAt }),
  ];
}

function saleSteps(reader: Reader, { state }: Order, short: ShortOfOrder): readonly Step[] {
  const quantity = short.undelivered ?? short.sold;
  if (quantity === 0) return [];
  const noted = presentStep(reader, 'not_delivered', 'saleNotDelivered', {
    ...short,
    state,
    quantity,
    at: short.notedAt,
  });
  if (short.endedAt === undefined) return [noted];
  const kind = short.found ? 'bought_in' : 'closed_out';
  return [noted, presentStep(reader, kind, kind, { ...short, state, quantity, at: short.endedAt })];
}

type Texts = ReturnType<typeof textsFor>['orderHistory'];

function presentStep(
  { language }: Reader,
  step: 'not_delivered' | 'bought_in' | 'closed_out',
  why: keyof Texts['why'],
  of: ShortOfOrder & { readonly state: Order['state']; readonly quantity: number; readonly at: number },
): Step {
  const texts = textsFor(language).orderHistory;
  const price = of.pricePaise === undefined || step === 'not_delivered' ? undefined : rupees(of.pricePaise);
  const params = {
    quantity: of.quantity,
    price: price ?? '',
    loss: rupees(of.lossPaise ?? 0n),
    amount: rupees(of.closedPaise),
    date: of.arrivesOn,
  };
  return {
    step,
    state: of.state,
    at: Number(of.at),
    marketTime: marketTimeText(toInstant(of.settlesOn, PAY_OUT_MS)),
    text: formatMessage(texts.step[step], params, language),
    why: formatMessage(texts.why[why], params, language),
    quantity: of.quantity,
    ...(price !== undefined && { price }),
  };
}
