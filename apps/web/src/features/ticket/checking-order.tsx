import { useEffect, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call } from '#api/client.ts';
import { settlePendingRequests } from '#api/settle-pending-requests.ts';
import type { OrderDetail } from '#features/orders/outcome.ts';
import { navigateTo } from '#shell/navigation.ts';
import { toast } from '#ui/toast.ts';
import { Empty } from '#ui/states.tsx';

const ASK_EVERY_MS = 4000;

type Props = {
  /** What was asked for, with its amount. */
  readonly what: string;
  /** The order is there after all. */
  readonly onFound: (order: OrderDetail) => void;
  /** The server has said that there is none. */
  readonly onNone: () => void;
};

/**
 * The answer to an order was lost. It is asked about until the server has said; it is never called failed
 * before. Needs the namespace `ticket`.
 */
export function CheckingOrder({ what, onFound, onNone }: Props) {
  const { t } = useTranslation('ticket');
  const done = useRef({ onFound, onNone });
  useEffect(() => {
    done.current = { onFound, onNone };
  });

  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const outcomes = await settlePendingRequests();
      if (gone) return;
      const outcome = outcomes.find(
        ({ request }) => request.call === 'placeBuyOrder' || request.call === 'placeSellOrder',
      );
      if (outcome?.settled === 'done') {
        const order = await findOrder(outcome.request.requestId);
        if (gone) return;
        if (order) return done.current.onFound(order);
      }
      if (outcome?.settled === 'not done') {
        toast(t('notReached'), { urgent: true, ms: 4000 });
        return done.current.onNone();
      }
      timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    };
    timer = setTimeout(() => void ask(), ASK_EVERY_MS / 4);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [t]);

  return (
    <Empty
      icon="clock"
      title={t('checking')}
      text={
        <>
          <b>{what}</b>
          <br />
          {t('checkingText')}
        </>
      }
      action={{ label: t('seeOrders'), onPress: () => navigateTo('/pages/personal/transaction/index') }}
    />
  );
}

/** The order that came with this requestId, with its story. */
async function findOrder(requestId: string): Promise<OrderDetail | undefined> {
  const orders = await call('orders', { size: 50 });
  const id = orders.ok ? orders.data.list.find((order) => order.requestId === requestId)?.id : undefined;
  if (id === undefined) return undefined;
  const story = await call('orderDetail', { id });
  return story.ok ? story.data : undefined;
}
