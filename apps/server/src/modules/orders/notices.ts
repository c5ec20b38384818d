import { type After, averagePrice, MARGIN_SQUARE_OFF, type Order } from '@khara/broker';
import type { NoticeKey, NoticeToSend } from '#modules/notices/index.ts';
import { rupees } from '@khara/money';

/**
 * Notices of a batch to the owners of its orders: one notice for each order that ended otherwise than by their own
 * cancel. Those of orders that the batch places are made later (make-notices.ts).
 */
export function batchNotices(
  after: After,
  { at, arrivals }: { readonly at: number; readonly arrivals: { has(id: bigint): boolean } },
): readonly NoticeToSend[] {
  // Others among them have only given back margin: the outcome of those was sent before.
  const changed = new Set(after.timeline.map(({ orderId }) => orderId));
  return after.orders
    .filter(({ id }) => changed.has(id) && !arrivals.has(id))
    .flatMap((order) => endNotices(order, at));
}

/** Texts of orders that the system has ended, by their reason. */
const ENDED: Readonly<Record<string, NoticeKey>> = {
  square_off: 'orderSquaredOff',
  margin_square_off: 'orderMarginEnded',
  money_returned: 'orderUnpaid',
};

/** The notice to the owner of an order that has ended. */
export function endNotices(order: EndedOrder, at: number): readonly NoticeToSend[] {
  const text = noticeText(order);
  if (!text) return [];
  const about = `order:${order.id} ${order.state}`;
  const link = '/pages/personal/transaction/index?tab=orders';
  return [{ userId: order.userId, category: 'transaction', link, about, at, ...text } as const];
}

type EndedOrder = Pick<
  Order,
  'id' | 'userId' | 'code' | 'side' | 'quantity' | 'filled' | 'filledPaise' | 'charges' | 'state' | 'reason'
> & { readonly bySystem?: boolean; readonly requestId?: string };

function noticeText(order: EndedOrder): Pick<NoticeToSend, 'key' | 'params'> | undefined {
  const { code, quantity, filled } = order;
  switch (order.state) {
    case 'complete':
      return {
        key: order.bySystem
          ? order.requestId === MARGIN_SQUARE_OFF
            ? 'marginSquaredOff'
            : 'positionSquaredOff'
          : order.side === 'buy'
            ? 'buyFilled'
            : 'sellFilled',
        params: {
          quantity,
          code,
          price: rupees(averagePrice(order.filledPaise, filled) ?? 0n),
          charges: rupees(order.charges.total),
        },
      };
    case 'rejected':
      return { key: 'orderRejected', params: { code } };
    case 'cancelled':
    case 'expired':
      if (order.reason === 'cancelled_by_member') return undefined;
      return { key: ENDED[order.reason ?? ''] ?? 'orderEnded', params: { code, filled, quantity } };
    case 'pending':
    case 'open':
    case 'trigger_pending':
      return undefined;
  }
}
