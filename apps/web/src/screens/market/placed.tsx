import { type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { OrderDetail, OrderWithFills } from '#features/orders/outcome.ts';
import { at, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { copyText } from '#ui/copy.ts';
import { SkeletonRows } from '#ui/states.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

/** What comes after the order is fetched while the ticket is filled in. */
export const loadView = () =>
  import('#features/orders/order-view.tsx').then(({ OrderView }) => ({ default: OrderView }));
const OrderView = lazyPart(loadView);

/**
 * The order as it went into the book, on the ticket's own page: going back leads to the stock, not to a second order.
 * `sides` begins another beside the share. Needs the namespace `orders`.
 */
export function Placed({ order, sides }: { readonly order: OrderWithFills | OrderDetail; readonly sides: ReactNode }) {
  const { t } = useTranslation('orders');
  return (
    <Page
      title={t('order')}
      tools={
        <>
          <IconButton icon="copy" label={t('copyNumber')} onClick={() => void copyText(order.id)} />
          {sides}
        </>
      }
      dock={
        <>
          <Button look="secondary" onClick={() => navigateTo('/pages/personal/position/index')}>
            {t('positions')}
          </Button>
          <Button onClick={() => redirectTo(at('/pages/market/details', { code: order.code }))}>
            {t('backTo', { code: order.code })}
          </Button>
        </>
      }
    >
      <OrderView wait={<SkeletonRows rows={6} />} order={order} isNew />
    </Page>
  );
}
