import type { Data } from '@khara/contract';
import { useState, type ReactNode } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { Chip, ChipBar, Tag } from '#ui/choice.tsx';
import type { IconName } from '#ui/icons.tsx';
import { ListRow } from '#ui/row.tsx';
import { IconTile } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import { useCurrencies } from './use-currencies.ts';
import css from './payment-records.module.css';

const CURRENCIES = ['INR', 'USDT'] as const;
const WAITING_MS = 3000;

type Direction = 'recharges' | 'withdrawals';
/** What both kinds of payment tell of themselves. */
type Payment<D extends Direction> = Data<D>['list'][number];
type Status<D extends Direction> = Payment<D>['status'];
type Look = { readonly tone: 'accent' | 'up' | 'down' | 'neutral'; readonly icon: IconName };

type Props<D extends Direction> = {
  readonly direction: D;
  /** Each state's look, in the order in which the filter offers them. */
  readonly looks: Readonly<Record<Status<D>, Look>>;
  readonly isUnderWay: (order: Payment<D>) => boolean;
  readonly icon: IconName;
  /** Where a first payment is made. */
  readonly form: string;
  readonly words: {
    /** Into the wallet, or out of it. */
    readonly direction: string;
    readonly emptyText: string;
    /** Whose clock its times are by. */
    readonly realTime: string;
    readonly first: string;
    readonly showStatus: (status: Status<D>) => string;
    /** What its state does not say: why it failed, where its money is. */
    readonly showReason: (order: Payment<D>) => string | undefined;
  };
  readonly sheet: (opened: Payment<D> | undefined, close: () => void) => ReactNode;
};

/** Own payments of one direction with their state, newest first; each opens to its sheet. */
export function PaymentRecords<D extends Direction>({
  direction,
  looks,
  isUnderWay,
  icon,
  form,
  words,
  sheet,
}: Props<D>) {
  const { t } = useTranslation('common');
  const [query, change] = usePageQuery();
  const statuses = Object.keys(looks) as Status<D>[]; // keys of a record of them
  const status = statuses.find((known) => known === query.get('status'));
  const currency = CURRENCIES.find((known) => known === query.get('currency'));
  const currencies = useCurrencies(currency);
  const [waiting, setWaiting] = useState(false);
  const [opened, setOpened] = useState<Payment<D>>();
  // While something is under way the list is asked for again and again.
  const list = useList<Direction>(
    direction,
    { ...(currency && { currency }), ...(status && { status }) },
    waiting ? { refetchMs: WAITING_MS } : {},
  );
  const items = list.items as readonly Payment<D>[]; // of the direction asked for
  const someWait = items.some(isUnderWay);
  if (someWait !== waiting) setWaiting(someWait); // known only from the answer itself
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
              {words.showStatus(known)}
            </Chip>
          ))}
          {currencies.length > 1 &&
            currencies.map((known) => (
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
      <Answer
        of={{ ...list, items }}
        wait={<SkeletonRows rows={8} lead />}
        empty={
          status !== undefined || currency !== undefined ? (
            <Empty icon={icon} title={t('noData')} />
          ) : (
            <Empty
              icon={icon}
              title={t('noData')}
              text={words.emptyText}
              action={{ label: words.first, onPress: () => navigateTo(form) }}
            />
          )
        }
      >
        {(payments) => (
          <div className={css.list}>
            <p className={css.clock}>{words.realTime}</p>
            {payments.map((order) => (
              <PaymentRow
                key={order.orderNumber}
                order={order}
                icon={icon}
                direction={words.direction}
                tag={
                  <Tag tone={looks[order.status as Status<D>].tone} icon={looks[order.status as Status<D>].icon}>
                    {words.showStatus(order.status as Status<D>)}
                  </Tag>
                }
                why={words.showReason(order)}
                onPress={() => setOpened(order)}
              />
            ))}
          </div>
        )}
      </Answer>
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
  readonly order: Payment<Direction>;
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
