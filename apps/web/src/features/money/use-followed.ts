import type { Data, Payload } from '@khara/contract';
import { useEffect, useState } from 'react';
import { refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';

const WAITING_MS = 1500;
const SETTLED_MS = 5000; // a bank may take a recharge back, or bring a payout, seconds after it was done

type ListName = 'recharges' | 'withdrawals';
type OrderOf<N extends ListName> = Data<N>['list'][number];

/**
 * The newest state of an order that is known: the one received, or a later one of the list, which is asked
 * for while its sheet is open and after each wallet event. A sheet that closes goes on to show the last.
 */
export function useFollowed<N extends ListName>(
  name: N,
  received: OrderOf<N> | undefined,
  isUnderWay: (order: OrderOf<N>) => boolean,
): OrderOf<N> | undefined {
  const [last, setLast] = useState(received);
  const { data } = useCall(
    name,
    { size: 20 } as Payload<N>, // both lists take it
    { enabled: received !== undefined, refetchMs: last && !isUnderWay(last) ? SETTLED_MS : WAITING_MS },
  );
  const list: readonly OrderOf<N>[] = data?.list ?? []; // of the same call
  const found = list.find((one) => one.orderNumber === received?.orderNumber);
  const order = received && found && found.updatedAt >= received.updatedAt ? found : received;
  useEffect(() => {
    if (order) setLast(order);
  }, [order]);
  const status = order?.status;
  useEffect(() => {
    if (status !== undefined && status !== 'in_transfer') refresh(AFTER_MONEY);
  }, [status]);
  return order ?? last;
}
