import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ChangeForm } from './change-form.tsx';
import type { Order } from './outcome.ts';

type Props = { readonly order: Order; readonly open: boolean; readonly onClose: () => void };

/** Changing what still waits. Needs the namespaces `orders`, `ticket` and `refusals`. */
export default function ChangeSheet({ order, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  const stock = useCall('marketDetail', { code: order.code }, { enabled: open });
  return (
    <Sheet open={open} onClose={onClose} title={t('changeTitle', { code: order.code })}>
      <Answer of={stock} isPart wait={<SkeletonRows rows={3} />}>
        {(data) => <ChangeForm key={order.id} order={order} stock={data} onDone={onClose} />}
      </Answer>
    </Sheet>
  );
}
