import { useTranslation } from 'react-i18next';
import { useCall } from '#api/use-call.ts';
import { ErrorCard, SkeletonRows } from '#ui/states.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { OrderView } from './order-view.tsx';

type Props = { readonly id: string | undefined; readonly open: boolean; readonly onClose: () => void };

/** One order's story over the list it came from. Needs the namespace `orders`. */
export function OrderSheet({ id, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  const { data, failure, again } = useCall('orderDetail', { id: id ?? '' }, { enabled: id !== undefined && open });
  return (
    <Sheet open={open} onClose={onClose} title={t('order')}>
      {data ? (
        <OrderView order={data} inSheet />
      ) : failure ? (
        <ErrorCard cause={failure.message} onRetry={() => void again()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Sheet>
  );
}
