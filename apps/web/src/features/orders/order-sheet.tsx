import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { OrderView } from './order-view.tsx';
import type { Order } from './outcome.ts';

type Props = {
  readonly id: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The reader wants to change it: the sheet for that takes this one's place. */
  readonly onChange: (order: Order) => void;
};

/** One order's history over the list it came from. Needs the namespaces `orders` and `refusals`. */
export function OrderSheet({ id, open, onClose, onChange }: Props) {
  const { t } = useTranslation('orders');
  const order = useCall('orderDetail', { id: id ?? '' }, { enabled: id !== undefined && open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={order.data ? `${t(`side.${order.data.side}`)} ${order.data.code}` : t('order')}
    >
      <Answer
        of={order}
        isPart
        wait={<SkeletonRows rows={4} />}
        refused={{ unknown_order: <Empty icon="list" title={t('unknown')} text={t('noSuchText')} inline /> }}
      >
        {(data) => <OrderView order={data} onChange={onChange} />}
      </Answer>
    </Sheet>
  );
}
