import { useState, type ReactNode } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import type { ListState } from '#api/use-call.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { Chip, ChipBar, Tag } from '#ui/choice.tsx';
import type { IconName } from '#ui/icons.tsx';
import { IconTile, ListRow } from '#ui/row.tsx';
import { Empty, ErrorBlock, ListEnd, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import css from './payment-records.module.css';

const CURRENCIES = ['INR', 'USDT'] as const;
const WAITING_MS = 3000;

/** What the page's address filters by. */
export function useRecordFilter<Status extends string>(statuses: readonly Status[]) {
  const [query, change] = usePageQuery();
  const status = statuses.find((known) => known === query.get('status'));
  const currency = CURRENCIES.find((known) => known === query.get('currency'));
  const [waiting, setWaiting] = useState(false);
  return {
    status,
    currency,
    change,
    setWaiting,
    waiting,
    payload: { ...(currency && { currency }), ...(status && { status }) },
    /** While something is under way the list is asked for again and again. */
    options: waiting ? { refetchMs: WAITING_MS } : {},
  };
}

/** What both kinds of payment tell of themselves. */
type Payment = {
  readonly orderNumber: string;
  readonly currency: 'INR' | 'USDT';
  readonly amount: string;
  readonly channelType: string;
  readonly at: number;
};

type Props<Order extends Payment, Status extends string> = {
  readonly statuses: readonly Status[];
  readonly filter: ReturnType<typeof useRecordFilter<Status>>;
  readonly list: Pick<ListState<'recharges'>, 'loading' | 'failure' | 'hasMore' | 'loadingMore' | 'more' | 'again'> & {
    readonly items: readonly Order[];
  };
  readonly isUnderWay: (order: Order) => boolean;
  readonly icon: IconName;
  /** Where a first payment is made. */
  readonly form: string;
  readonly words: {
    /** Into the wallet, or out of it. */
    readonly direction: string;
    readonly emptyText: string;
    readonly first: string;
    readonly statusOf: (status: Status) => string;
  };
  readonly lookOf: (order: Order) => { readonly tag: ReactNode; readonly why: string | undefined };
  readonly sheet: (opened: Order | undefined, close: () => void) => ReactNode;
};

/** Own payments of one direction with their state, newest first; each opens to its sheet. */
export function PaymentRecords<Order extends Payment, Status extends string>(props: Props<Order, Status>) {
  const { statuses, filter, list, isUnderWay, icon, form, words, lookOf, sheet } = props;
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState<Order>();
  const { status, currency, change } = filter;
  const someWait = list.items.some(isUnderWay);
  if (someWait !== filter.waiting) filter.setWaiting(someWait); // known only from the answer itself
  const isFiltered = status !== undefined || currency !== undefined;
  return (
    <Page
      onRefresh={list.again}
      below={
        <ChipBar>
          <Chip on={status === undefined} onPress={() => change({ status: undefined })}>
            {t('all')}
          </Chip>
          {statuses.map((known) => (
            <Chip key={known} on={known === status} onPress={() => change({ status: known })}>
              {words.statusOf(known)}
            </Chip>
          ))}
          {CURRENCIES.map((known) => (
            <Chip
              key={known}
              on={known === currency}
              onPress={() => change({ currency: known === currency ? undefined : known })}
            >
              {known}
            </Chip>
          ))}
        </ChipBar>
      }
    >
      {list.loading ? (
        <SkeletonRows rows={8} lead />
      ) : list.failure ? (
        <ErrorBlock cause={list.failure.message} onRetry={() => void list.again()} />
      ) : list.items.length === 0 ? (
        isFiltered ? (
          <Empty icon={icon} title={t('noData')} />
        ) : (
          <Empty
            icon={icon}
            title={t('noData')}
            text={words.emptyText}
            action={{ label: words.first, onPress: () => navigateTo(form) }}
          />
        )
      ) : (
        <>
          <div className={css.list}>
            {list.items.map((order) => (
              <PaymentRow
                key={order.orderNumber}
                order={order}
                icon={icon}
                direction={words.direction}
                {...lookOf(order)}
                onPress={() => setOpened(order)}
              />
            ))}
          </div>
          <ListEnd hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
        </>
      )}
      {sheet(opened, () => setOpened(undefined))}
    </Page>
  );
}

function PaymentRow({
  order,
  icon,
  direction,
  tag,
  why,
  onPress,
}: {
  readonly order: Payment;
  readonly icon: IconName;
  readonly direction: string;
  readonly tag: ReactNode;
  readonly why: string | undefined;
  readonly onPress: () => void;
}) {
  const language = useLanguage();
  return (
    <ListRow
      lead={<IconTile icon={icon} />}
      title={<Money value={order.amount} currency={order.currency} className={css.amount} />}
      text={
        <>
          {direction} · {listed(order.channelType, showMoment(order.at, language))}
          {why !== undefined && <span className={css.why}>{why}</span>}
        </>
      }
      value={tag}
      onPress={onPress}
    />
  );
}

/** The tag of a state. */
export const statusTag = (
  look: { readonly tone: 'accent' | 'up' | 'down' | 'neutral'; readonly icon: IconName },
  word: string,
): ReactNode => (
  <Tag tone={look.tone} icon={look.icon}>
    {word}
  </Tag>
);
