import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { RechargeSheet } from '#features/money/recharge-sheet.tsx';
import {
  isWaiting,
  reasonKey,
  STATUS_LOOK,
  type RechargeOrder,
  type RechargeStatus,
} from '#features/money/recharge-status.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Money, useLanguage } from '#ui/amount.tsx';
import { Chip, ChipBar, Tag } from '#ui/choice.tsx';
import { IconTile, ListRow } from '#ui/row.tsx';
import { Empty, ErrorBlock, ListEnd, SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#ui/time.ts';
import css from './records.module.css';

const STATUSES = ['in_transfer', 'passed', 'failed', 'revoked'] as const satisfies RechargeStatus[];
const CURRENCIES = ['INR', 'USDT'] as const;
const WAITING_MS = 3000;

/** Own recharges with their state, newest first. One that is in transfer can be given up. */
export default function Records() {
  const { t } = useTranslation(['recharge', 'common']);
  const [query, change] = usePageQuery();
  const status = STATUSES.find((known) => known === query.get('status'));
  const currency = CURRENCIES.find((known) => known === query.get('currency'));
  const [opened, setOpened] = useState<RechargeOrder>();

  const [waiting, setWaiting] = useState(false);
  const list = useList(
    'recharges',
    { ...(currency && { currency }), ...(status && { status }) },
    waiting ? { refetchMs: WAITING_MS } : {},
  );
  const someWait = list.items.some(isWaiting);
  if (someWait !== waiting) setWaiting(someWait); // known only from the answer itself

  return (
    <Page
      onRefresh={list.again}
      below={
        <ChipBar>
          <Chip on={status === undefined} onPress={() => change({ status: undefined })}>
            {t('common:all')}
          </Chip>
          {STATUSES.map((known) => (
            <Chip key={known} on={known === status} onPress={() => change({ status: known })}>
              {t(`status.${known}`)}
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
        status === undefined && currency === undefined ? (
          <Empty
            icon="recharge"
            title={t('common:noData')}
            text={t('emptyText')}
            action={{ label: t('first'), onPress: () => navigateTo('/pages/wallet/recharge/index') }}
          />
        ) : (
          <Empty icon="recharge" title={t('common:noData')} />
        )
      ) : (
        <>
          <div className={css.list}>
            {list.items.map((order) => (
              <RechargeRow key={order.orderNumber} order={order} onPress={() => setOpened(order)} />
            ))}
          </div>
          <ListEnd hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
        </>
      )}
      <RechargeSheet order={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

function RechargeRow({ order, onPress }: { readonly order: RechargeOrder; readonly onPress: () => void }) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const { tone, icon } = STATUS_LOOK[order.status];
  const why = order.status === 'failed' && order.reason !== null ? t(`reason.${reasonKey(order.reason)}`) : undefined;
  return (
    <ListRow
      lead={<IconTile icon={order.currency === 'INR' ? 'recharge' : 'convert'} />}
      title={<Money value={order.amount} currency={order.currency} className={css.amount} />}
      text={
        <>
          {order.channelType}, {showMoment(order.at, language)}
          {why !== undefined && <span className={css.why}>{why}</span>}
        </>
      }
      value={
        <Tag tone={tone} icon={icon}>
          {t(`status.${order.status}`)}
        </Tag>
      }
      onPress={onPress}
    />
  );
}
