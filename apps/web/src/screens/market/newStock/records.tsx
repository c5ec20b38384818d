import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { APPLICATION_STATES, ApplicationRows } from '#features/offerings/application-list.tsx';
import { ApplicationView } from '#features/offerings/application-view.tsx';
import { NEW_STOCKS } from '#features/offerings/offering-card.tsx';
import { LIVE_MS, NEW_STOCK_KINDS, QUIET_MS } from '#features/offerings/offering.ts';
import { href, at, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Chip, ChipBar, Tabs } from '#ui/choice.tsx';
import { Empty, ErrorBlock, ListEnd, SkeletonRows } from '#ui/states.tsx';
import { useState } from 'react';

const PATH = '/pages/market/newStock/records';
const ALL = 'all';

/** Own applications to new stocks, or the story of one (`id`). */
export default function NewStockRecords() {
  const [query] = usePageQuery();
  const id = query.get('id');
  return id === null ? <Records /> : <ApplicationView key={id} id={id} listPath={PATH} />;
}

function Records() {
  const { t } = useTranslation(['newStocks', 'common']);
  const [query, change] = usePageQuery();
  const kind = NEW_STOCK_KINDS.find((known) => known === query.get('kind'));
  const state = APPLICATION_STATES.find((known) => known === query.get('state'));
  const [moving, setMoving] = useState(true);
  const list = useList(
    'subscriptions',
    { ...(kind && { kind }), ...(state && { state }) },
    { refetchMs: moving ? LIVE_MS : QUIET_MS },
  );
  const someMove = list.items.some((one) => one.state === 'subscribed' || one.state === 'winning_lots');
  if (!list.loading && someMove !== moving) setMoving(someMove); // known only from the answer itself
  return (
    <Page
      onRefresh={list.again}
      below={
        <Tabs
          label={t('kinds')}
          items={[
            { value: ALL, label: t('common:all') },
            ...NEW_STOCK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          value={kind ?? ALL}
          hrefOf={(value) => href(at(PATH, { kind: value === ALL ? undefined : value }))}
          onSelect={(value) => change({ kind: value === ALL ? undefined : value })}
        />
      }
    >
      <ChipBar>
        <Chip on={state === undefined} onPress={() => change({ state: undefined })}>
          {t('common:all')}
        </Chip>
        {APPLICATION_STATES.map((known) => (
          <Chip key={known} on={known === state} onPress={() => change({ state: known })}>
            {t(`applied.${known}`)}
          </Chip>
        ))}
      </ChipBar>
      {list.loading ? (
        <SkeletonRows rows={6} lead />
      ) : list.failure ? (
        <ErrorBlock cause={list.failure.message} onRetry={() => void list.again()} />
      ) : list.items.length === 0 ? (
        state === undefined ? (
          <Empty
            icon="ticket"
            title={t('noApplications')}
            text={t('noApplicationsText')}
            action={{ label: t('allNewStocks'), onPress: () => navigateTo(at(NEW_STOCKS, { kind })) }}
          />
        ) : (
          <Empty icon="ticket" title={t('common:noData')} />
        )
      ) : (
        <>
          <ApplicationRows applications={list.items} path={PATH} />
          <ListEnd hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
        </>
      )}
    </Page>
  );
}
