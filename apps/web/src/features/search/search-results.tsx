import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { QuoteList } from '#features/quotes/quote-list.tsx';
import { QuoteSkeleton } from '#features/quotes/quote-skeleton.tsx';
import { rememberSearch } from '#features/quotes/recent-searches.ts';
import { switchTab } from '#shell/navigation.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty } from '#ui/states.tsx';
import css from './search.module.css';

/** The shares whose code or name has what was asked. Needs the namespaces `search` and `market`. */
export default function SearchResults({ asked }: { readonly asked: string }) {
  const { t } = useTranslation('search');
  const found = useList('marketList', { type: 'all', keyword: asked, spark: true, size: 50 });
  return (
    <Answer
      of={found}
      wait={<QuoteSkeleton rows={6} />}
      empty={
        <Empty
          icon="search"
          title={t('none', { q: asked })}
          text={t('noneText')}
          action={{ label: t('allStocks'), onPress: () => switchTab('/pages/market/index') }}
        />
      }
    >
      {(quotes) => (
        <div data-asked={asked}>
          <p className={css.count} role="status">
            {t('results', { count: quotes.length }).replace(/\d+/, found.hasMore ? '$&+' : '$&')}
          </p>
          <QuoteList quotes={quotes} onOpen={(quote) => rememberSearch(quote.code)} />
        </div>
      )}
    </Answer>
  );
}
