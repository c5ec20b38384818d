import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { OrderRow } from '#features/orders/order-row.tsx';
import type { Fill, Order } from '#features/orders/outcome.ts';
import { TradeRow } from '#features/orders/trade-row.tsx';
import { useOrderSheets } from '#features/orders/use-order-sheets.tsx';
import { WaitingRows } from '#features/waiting/waiting-rows.tsx';
import { at, href, navigateTo, redirectTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useRoom } from '#shell/use-wide.ts';
import { useLanguage } from '#lib/language.ts';
import { SectionHead } from '#ui/card.tsx';
import { Tabs } from '#ui/choice.tsx';
import { ListEnd } from '#ui/list-end.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMarketDate } from '#lib/time.ts';
import css from './orders.module.css';

const PATH = '/pages/personal/transaction/index';
const TABS = ['open', 'waiting', 'done', 'trades'] as const;
/** Open orders are few: all of them are shown. */
const OPEN_SIZE = 100;

export default function Orders() {
  const { t } = useTranslation('orders');
  const [query, change] = usePageQuery();
  const open = useList('orders', { state: 'open', size: OPEN_SIZE });
  const done = useList('orders', { state: 'done' });
  // Until a tab is chosen, and at addresses that ask for orders, it is that of the open ones where there are some.
  const first = open.first && open.items.length === 0 && done.items.length > 0 ? 'done' : 'open';
  const tab = TABS.find((name) => name === query.get('tab')) ?? first;
  const trades = useList('fills', {}, { enabled: tab === 'trades' });
  // On a tablet an order stands beside the list, at an address of its own.
  const isPair = useRoom() === 'pair';
  const asked = isPair ? undefined : (query.get('order') ?? undefined);
  const sheets = useOrderSheets(asked, () => {
    if (asked !== undefined) change({ order: undefined });
  });
  const go = usePlace().pane?.name === 'list' ? redirectTo : navigateTo;

  const again = (): Promise<unknown> => (tab === 'trades' ? trades.again() : Promise.all([open.again(), done.again()]));
  return (
    <Page
      onRefresh={again}
      below={
        <Tabs
          label={t('orders')}
          value={tab}
          hrefOf={(value) => href(at(PATH, { tab: value }))}
          onSelect={(value) => change({ tab: value })}
          items={[
            { value: 'open', label: t('open'), count: open.items.length },
            { value: 'waiting', label: t('waiting') },
            { value: 'done', label: t('done') },
            { value: 'trades', label: t('trades') },
          ]}
        />
      }
    >
      {tab === 'open' || tab === 'done' ? (
        <OrderLists
          open={open}
          done={done}
          shows={tab}
          again={again}
          sheets={sheets}
          opens={isPair ? (id) => href(addressOf(id)) : (id) => () => sheets.history(id)}
        />
      ) : tab === 'waiting' ? (
        <WaitingRows />
      ) : (
        <Trades trades={trades} onHistory={isPair ? (id) => go(addressOf(id)) : sheets.history} />
      )}
      {sheets.sheets}
    </Page>
  );
}

/** Of an order that stands beside the list. */
const addressOf = (order: string): string => at(PATH, { order });

type OrdersQuery = ReturnType<typeof useList<'orders'>>;
type Sheets = ReturnType<typeof useOrderSheets>;
type Opens = (id: string) => Parameters<typeof OrderRow>[0]['opens'];

function OrderLists({
  open,
  done,
  shows,
  again,
  sheets,
  opens,
}: {
  readonly open: OrdersQuery;
  readonly done: OrdersQuery;
  readonly shows: 'open' | 'done';
  readonly again: () => Promise<unknown>;
  readonly sheets: Sheets;
  readonly opens: Opens;
}) {
  const { t } = useTranslation('orders');
  const both = { data: open.first && done.first, failure: open.failure ?? done.failure, again };
  const nothing = <Nothing title={t('empty')} text={t('emptyText')} />;
  return (
    <Answer of={both} wait={<SkeletonRows rows={9} />}>
      {() =>
        open.items.length === 0 && done.items.length === 0 ? (
          nothing
        ) : shows === 'open' && open.items.length > 0 ? (
          <Rows orders={open.items} sheets={sheets} opens={opens} open />
        ) : shows === 'done' && done.items.length > 0 ? (
          <>
            <ByDay items={done.items}>{(orders) => <Rows orders={orders} sheets={sheets} opens={opens} />}</ByDay>
            <ListEnd hasMore={done.hasMore} loading={done.loadingMore} onMore={done.more} />
          </>
        ) : (
          <p className={css.none}>{t(shows === 'open' ? 'emptyOpen' : 'emptyDone')}</p>
        )
      }
    </Answer>
  );
}

function Rows({
  orders,
  sheets,
  opens,
  open,
}: {
  readonly orders: readonly Order[];
  readonly sheets: Sheets;
  readonly opens: Opens;
  readonly open?: boolean;
}) {
  return (
    <div className={css.rows}>
      {orders.map((order) => (
        <OrderRow
          key={order.id}
          order={order}
          {...(open && { dated: true })}
          opens={opens(order.id)}
          {...(open &&
            !order.bySystem && { onChange: () => sheets.change(order), onCancel: () => sheets.cancel(order) })}
        />
      ))}
    </div>
  );
}

/** What comes newest first, under its market days. */
function ByDay<Item extends Order | Fill>({
  items,
  children,
}: {
  readonly items: readonly Item[];
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const language = useLanguage();
  return [...Map.groupBy(items, ({ marketDate }) => marketDate)].map(([day, ofDay]) => (
    <section key={day}>
      <SectionHead title={showMarketDate(day, language)} />
      {children(ofDay)}
    </section>
  ));
}

function Trades({
  trades,
  onHistory,
}: {
  readonly trades: ReturnType<typeof useList<'fills'>>;
  readonly onHistory: (orderId: string) => void;
}) {
  const { t } = useTranslation('orders');
  return (
    <Answer
      of={trades}
      wait={<SkeletonRows rows={9} />}
      empty={<Nothing title={t('emptyTrades')} text={t('emptyTradesText')} />}
    >
      {(items) => (
        <ByDay items={items}>
          {(fills) => fills.map((fill) => <TradeRow key={fill.id} fill={fill} onHistory={onHistory} />)}
        </ByDay>
      )}
    </Answer>
  );
}

function Nothing({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation('orders');
  return (
    <Empty
      icon="list"
      title={title}
      text={text}
      action={{ label: t('findStock'), onPress: () => switchTab('/pages/market/index') }}
    />
  );
}
