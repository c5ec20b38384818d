import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { QuoteList } from '#features/quotes/quote-list.tsx';
import { QuoteSkeleton } from '#features/quotes/quote-skeleton.tsx';
import { rememberSearch } from '#features/quotes/recent-searches.ts';
import { switchTab } from '#shell/navigation.ts';
import { ListEnd } from '#ui/list-end.tsx';
import { Empty, ErrorBlock } from '#ui/states.tsx';
import css from './search.module.css';

/** The shares whose code or name has what was asked. Needs the namespaces `search` and `market`. */
export function SearchResults({ asked }: { readonly asked: string }) {
  const { t } = useTranslation('search');
  const { items, loading, failure, hasMore, loadingMore, more, again } = useList('marketList', {
    type: 'all',
    keyword: asked,
    spark: true,
    size: 50,
  });
  if (loading) return <QuoteSkeleton rows={6} />;
  if (failure) return <ErrorBlock cause={failure.message} onRetry={() => void again()} />;
  if (items.length === 0) {
    return (
      <Empty
        icon="search"
        title={t('none', { q: asked })}
        text={t('noneText')}
        action={{ label: t('allStocks'), onPress: () => switchTab('/pages/market/index') }}
      />
    );
  }
  return (
    <div data-asked={asked}>
      <p className={css.count} role="status">
        {hasMore ? t('results', { count: items.length }).replace(/\d+/, '$&+') : t('results', { count: items.length })}
      </p>
      <QuoteList quotes={items} onOpen={(quote) => rememberSearch(quote.code)} />
      <ListEnd hasMore={hasMore} loading={loadingMore} onMore={more} />
    </div>
  );
}
