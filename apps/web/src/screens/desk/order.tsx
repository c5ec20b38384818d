import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { OrderView } from '#features/orders/order-view.tsx';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

/** The order of the address beside the list that it is in, where a phone has a sheet over the list. */
export default function OrderBesideList() {
  const { t } = useTranslation('orders');
  const [query] = usePageQuery();
  const id = query.get('order') ?? '';
  const asked = useCall('orderDetail', { id });
  const { data } = asked;
  return (
    <Page title={data ? `${t(`side.${data.side}`)} ${data.code}` : t('order')}>
      <Answer
        of={asked}
        wait={<SkeletonRows rows={4} />}
        refused={{ unknown_order: <Empty icon="list" title={t('unknown')} text={t('noSuchText')} /> }}
      >
        {(order) => <OrderView key={order.id} order={order} />}
      </Answer>
    </Page>
  );
}
