import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import type { OrderDetail, OrderWithFills } from '#features/orders/outcome.ts';
import { useFirstKind } from '#features/start/use-first-orders.ts';
import { SideChoice } from '#features/ticket/side-choice.tsx';
import { type Side, type TicketStart } from '#features/ticket/use-ticket.ts';
import { reLaunch } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { Placed } from './placed.tsx';
import { OrderTicket } from './order-ticket.tsx';

export default function Buy() {
  const { t } = useTranslation(['ticket', 'stock', 'orders']);
  const isBeside = usePlace().pane?.name === 'side';
  const [query, change] = usePageQuery();
  const side: Side = query.get('side') === 'sell' ? 'sell' : 'buy';
  const positionId = query.get('positionId') ?? undefined;
  const named = query.get('code') ?? '';
  const [placed, setPlaced] = useState<OrderWithFills | OrderDetail>();

  // A position names its share and its product.
  const positions = useCall('positions', { size: 100 }, { enabled: positionId !== undefined });
  const position = positions.data?.list.find(({ id }) => id === positionId);
  const code = named || (position?.code ?? '');
  const detail = useCall('marketDetail', { code }, { enabled: code !== '' });
  const { data, failure, again } = detail;
  const kind = useFirstKind();

  /** Beside the share another order is one key away. */
  const beginNew = (next: Side): void => {
    if (!placed) return;
    setPlaced(undefined);
    change({ side: next, code: placed.code, positionId: undefined, price: undefined, tap: undefined });
  };
  if (placed) return <Placed order={placed} sides={isBeside && <SideChoice onSide={beginNew} />} />;
  const nowhere = code === '' && (positionId === undefined || positions.data !== undefined);
  if (nowhere || failure?.reason === 'unknown_code' || data?.kind === 'index') {
    return (
      <Page>
        <Empty
          icon="search"
          title={data ? t('stock:indexNote') : t('stock:unknown')}
          {...(!data && { text: t('stock:unknownText') })}
          action={{ label: t('stock:toMarket'), onPress: () => reLaunch('/pages/market/index') }}
        />
      </Page>
    );
  }
  if (!data || kind === undefined || (positionId !== undefined && positions.loading)) {
    return (
      <Page
        title={isBeside ? t('orders:order') : side === 'buy' ? t('buyTitle', { code }) : t('sellTitle', { code })}
        ground="surface"
      >
        <Answer of={{ ...(positions.failure ? positions : detail), data: undefined }} wait={<SkeletonRows rows={7} />}>
          {() => null}
        </Answer>
      </Page>
    );
  }
  return (
    <OrderTicket
      key={code}
      stock={data}
      side={side}
      positionId={position && positionId}
      start={ticketStart(position?.product ?? query.get('product'), query.get('price'))}
      atMarket={kind === 'market'}
      tap={query.get('tap') ?? undefined}
      onSide={(next) => change({ side: next })}
      onPhase={again}
      onPlaced={setPlaced}
    />
  );
}

const ticketStart = (product: string | null, price: string | null): TicketStart => ({
  ...((product === 'intraday' || product === 'delivery') && { product }),
  ...(price !== null && { price }),
});
