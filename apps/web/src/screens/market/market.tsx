import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useStale } from '#api/feed.ts';
import { useSignedIn } from '#api/session.ts';
import { useList, type ListState } from '#api/use-call.ts';
import { Breadth } from '#features/quotes/breadth.tsx';
import { MarketTime } from '#features/quotes/market-time.tsx';
import { SessionNote } from '#features/quotes/market-words.tsx';
import { MarketSkeleton } from '#features/quotes/market-skeleton.tsx';
import { QuoteSkeleton } from '#features/quotes/quote-skeleton.tsx';
import { QuoteList } from '#features/quotes/quote-list.tsx';
import { SortHead } from '#features/quotes/sort-head.tsx';
import { sortQuotes, type Sort } from '#features/quotes/sort-quotes.ts';
import { ChipSkeleton } from '#features/watching/chip-skeleton.tsx';
import { loginAddress } from '#shell/guard.ts';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Tabs } from '#ui/choice.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty } from '#ui/states.tsx';
import css from './market.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

const ListChips = lazyPart(() => import('#features/watching/list-chips.tsx'));

const PATH = '/pages/market/index';
const SEARCH = '/pages/index/search/index';
const SCREENER = '/pages/market/screener/index';
const RESULTS = '/pages/market/results/index';
const TABS = ['all', 'gainers', 'losers', 'watchlist', 'active', 'indices'] as const;
type Tab = (typeof TABS)[number];
/** Beside the share itself the reader's own list is nearest, and shown first where it has a share. */
const PANE_TABS = ['watchlist', 'all', 'gainers', 'losers', 'active', 'indices'] as const satisfies readonly Tab[];

// Only the lists of the desk are searched in their place.
const ListSearch = lazyPart(() => import('#features/search/list-search.tsx'));
const SearchResults = lazyPart(() => import('#features/search/search-results.tsx'));

/** Rows asked for at a time. */
const SIZE = 50;
/** Rankings change while one looks; the rows themselves are live without this. */
const RANKING_MS = 30_000;

/**
 * The column by which the server has ordered each list. Active goes by traded value, which is no column; a
 * watchlist has its owner's order.
 */
const OWN_SORT: Partial<Record<Tab, Sort>> = {
  all: { column: 'name', descending: false },
  gainers: { column: 'change', descending: true },
  losers: { column: 'change', descending: false },
};

export default function Market() {
  const { t } = useTranslation(['market', 'nav']);
  const [query, change] = usePageQuery();
  const signedIn = useSignedIn();
  const isPane = usePlace().pane !== undefined;
  const listId = query.get('list') ?? 'first';

  const watchlist = useList(
    'marketList',
    { type: 'watchlist', spark: true, size: 100, ...(listId !== 'first' && { listId }) },
    { enabled: signedIn },
  );
  const hasOwn = isPane && signedIn && (watchlist.loading || watchlist.items.length > 0);
  const tab = TABS.find((name) => name === query.get('tab')) ?? (hasOwn ? 'watchlist' : 'all');
  const other = useList(
    'marketList',
    { type: tab === 'watchlist' ? 'all' : tab, spark: true, size: SIZE },
    { enabled: tab !== 'watchlist', ...(tab !== 'all' && tab !== 'indices' && { refetchMs: RANKING_MS }) },
  );
  const list = tab === 'watchlist' ? watchlist : other;

  const asked = isPane ? (query.get('q') ?? '').trim() : '';
  const select = (next: string): void => change({ tab: next === 'all' && !isPane ? undefined : next, q: undefined });
  const lists = (
    <Tabs
      label={t('lists')}
      value={tab}
      hrefOf={(value) => href(at(PATH, { tab: value }))}
      onSelect={select}
      items={(isPane ? PANE_TABS : TABS).map((value) => ({
        value,
        label: t(value),
        count: value === 'watchlist' ? watchlist.items.length : undefined,
      }))}
    />
  );
  return (
    <Page
      {...(isPane && {
        bar: <ListSearch wait={<div className={css.search} />} />,
      })}
      tools={
        <>
          <MarketTime />
          <IconButton icon="calendar" label={t('nav:results')} onClick={() => navigateTo(RESULTS)} />
          <IconButton icon="filter" label={t('nav:screener')} onClick={() => navigateTo(SCREENER)} />
          <IconButton icon="search" label={t('search')} onClick={() => navigateTo(SEARCH)} />
        </>
      }
      below={isPane ? <div className={css.whole}>{lists}</div> : lists}
      onRefresh={list.again}
    >
      <SessionNote />
      {asked === '' && tab === 'watchlist' && signedIn && (
        <ListChips
          wait={<ChipSkeleton />}
          chosen={listId}
          onChoose={(id) => change({ list: id === 'first' ? undefined : id })}
        />
      )}
      {asked !== '' ? (
        <SearchResults wait={<QuoteSkeleton rows={6} />} asked={asked} />
      ) : tab === 'watchlist' && !signedIn ? (
        <GuestWatchlist />
      ) : (
        <MarketList key={tab} tab={tab} list={list} />
      )}
    </Page>
  );
}

function MarketList({ tab, list }: { readonly tab: Tab; readonly list: ListState<'marketList'> }) {
  const { t } = useTranslation(['market', 'common']);
  const stale = useStale();
  const [sort, setSort] = useState<Sort>();
  const { items, first, hasMore, loadingMore, more } = list;
  const quotes = useMemo(() => sortQuotes(items, sort), [items, sort]);

  // A list can only be sorted when all of it is here.
  useEffect(() => {
    if (sort && hasMore && !loadingMore) more();
  }, [sort, hasMore, loadingMore, more]);

  const empty =
    tab === 'watchlist' ? (
      <Empty
        icon="star"
        title={t('emptyWatchlist')}
        text={t('emptyWatchlistText')}
        action={{ label: t('findStock'), onPress: () => navigateTo(SEARCH) }}
      />
    ) : (
      <Empty icon="market" title={tab === 'all' || tab === 'indices' ? t('common:noData') : t('notYet')} />
    );
  return (
    <Answer
      of={list}
      hasEnd={tab !== 'watchlist'}
      wait={<MarketSkeleton breadth={tab !== 'watchlist'} />}
      empty={empty}
    >
      {() => (
        <div data-stale={stale || undefined}>
          {tab !== 'watchlist' && first && <Breadth {...first.breadth} />}
          <SortHead
            sort={sort}
            onSort={setSort}
            own={OWN_SORT[tab]}
            nameLabel={tab === 'watchlist' && !sort ? t('myOrder') : tab === 'indices' ? t('index') : t('stock')}
          />
          <QuoteList quotes={quotes} />
          {tab === 'watchlist' && (
            <div className={css.add}>
              <Button look="line" size="md" icon="plus" onClick={() => navigateTo(SEARCH)}>
                {t('addStock')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Answer>
  );
}

function GuestWatchlist() {
  const { t } = useTranslation('market');
  return (
    <Empty
      icon="star"
      title={t('guestWatchlist')}
      text={t('guestWatchlistText')}
      action={{ label: t('login'), onPress: () => navigateTo(loginAddress(at(PATH, { tab: 'watchlist' }))) }}
    />
  );
}
