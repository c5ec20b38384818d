import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useStale } from '#api/feed.ts';
import { useList, type ListState } from '#api/use-call.ts';
import { useHeldQuote } from '#features/quotes/held-quote.tsx';
import { QuoteSkeleton } from '#features/quotes/quote-skeleton.tsx';
import { QuoteRow } from '#features/quotes/quote-row.tsx';
import type { Quote } from '#features/quotes/quote.ts';
import { at, href } from '#shell/navigation.ts';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { ErrorCard } from '#ui/states.tsx';
import more from './indices.module.css';
import css from './stocks.module.css';

type List = ListState<'marketList'>;

/** Rows that a phone's home shows; all of them stand in the market. */
const ROWS = 5;

type Props = { readonly watchlist: List | undefined; readonly active: List; readonly shown?: number };

/** The watchlist, or for a guest and an empty one what is traded most. Needs the namespaces `home` and `market`. */
export const Stocks = memo(function Stocks({ watchlist, active, shown: rows = ROWS }: Props) {
  const { t } = useTranslation(['home', 'market']);
  const own = watchlist && watchlist.items.length > 0 ? watchlist : undefined;
  const shown = own ?? active;
  const waiting = watchlist?.loading === true || (!own && active.loading);
  const failure = watchlist?.failure ?? (own ? undefined : active.failure);
  const failed = watchlist?.failure ? watchlist : active;
  return (
    <section>
      <SectionHead title={own || watchlist?.loading ? t('watchlist') : t('active')}>
        <a className={more.more} href={href(at('/pages/market/index', { tab: own ? 'watchlist' : 'active' }))}>
          {own ? t('edit') : t('allIndices')}
          <Icon name="go" size={16} />
        </a>
      </SectionHead>
      {watchlist && !own && !waiting && !failure && <p className={css.why}>{t('emptyWatchlistText')}</p>}
      {failure ? (
        <ErrorCard cause={failure.message} onRetry={() => void failed.again()} />
      ) : waiting ? (
        <QuoteSkeleton rows={3} />
      ) : (
        <>
          <Rows quotes={shown.items.slice(0, rows)} />
          {shown.items.length === 0 && (
            <>
              <p className={css.none}>{t('market:notYet')}</p>
              <First rows={rows} />
            </>
          )}
        </>
      )}
    </section>
  );
});

/** Before the first trade of a day: the first of all, at their close. A first screen has a price at any hour. */
function First({ rows }: { readonly rows: number }) {
  const { items } = useList('marketList', { type: 'all', spark: true, size: rows });
  return <Rows quotes={items} />;
}

function Rows({ quotes }: { readonly quotes: readonly Quote[] }) {
  const stale = useStale();
  const { hold, sheet } = useHeldQuote();
  return (
    <div data-stale={stale || undefined}>
      {quotes.map((quote, index) => (
        <QuoteRow key={quote.code} quote={quote} first={index === 0} onHold={hold} />
      ))}
      {sheet}
    </div>
  );
}
