import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { ErrorCard, SkeletonRows } from '#ui/states.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ChangeForm } from './change-form.tsx';
import type { Order } from './outcome.ts';

type Props = { readonly order: Order | undefined; readonly open: boolean; readonly onClose: () => void };

/** Changing what still waits. Needs the namespaces `orders`, `ticket` and `refusals`. */
export default function ChangeSheet({ order, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  const { data, failure, again } = useCall(
    'marketDetail',
    { code: order?.code ?? '' },
    { enabled: order !== undefined && open },
  );
  return (
    <Sheet open={open} onClose={onClose} title={order ? t('changeTitle', { code: order.code }) : t('change')}>
      {order && data ? (
        <ChangeForm key={order.id} order={order} stock={data} onDone={onClose} />
      ) : failure ? (
        <ErrorCard cause={failure.message} onRetry={() => void again()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Sheet>
  );
}
