import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { QuoteSkeleton } from '#features/quotes/quote-skeleton.tsx';
import { QuoteList } from '#features/quotes/quote-list.tsx';
import { detailsHref } from '#features/quotes/quote-row.tsx';
import { clearRecent, readRecent, rememberSearch } from '#features/quotes/recent-searches.ts';
import { goBack, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { IconButton, TextButton } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import { Empty, ErrorBlock, ListEnd } from '#ui/states.tsx';
import type from '#ui/text.module.css';
import css from './search.module.css';

/** Asked this long after the last letter. */
const AFTER_MS = 200;
/** Letters the call takes. */
const LONGEST = 64;

export default function Search() {
  const { t } = useTranslation(['search', 'common', 'market']);
  const [query, change] = usePageQuery();
  const [text, setText] = useState(query.get('q') ?? '');
  const asked = (query.get('q') ?? '').trim();

  // The page is this field: its reader wants to type. After the page's own focus, which is its body.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  // The address keeps what was asked, so that coming back finds it.
  useEffect(() => {
    if (text.trim() === asked) return undefined;
    const timer = setTimeout(() => change({ q: text.trim() || undefined }), AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, asked, change]);

  return (
    <Page
      bar={
        <header className={css.bar}>
          <IconButton icon="back" label={t('common:back')} onClick={goBack} />
          <h1 className={type.unseen}>{t('label')}</h1>
          <div className={css.box} role="search">
            <Icon name="search" size={20} />
            <input
              ref={field}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={LONGEST}
              aria-label={t('label')}
              placeholder={t('placeholder')}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setText('')}
            />
            {text !== '' && (
              <IconButton
                icon="close"
                size={18}
                className={css.clear}
                label={t('common:field.clear')}
                onClick={() => setText('')}
              />
            )}
          </div>
        </header>
      }
    >
      {asked === '' ? <Suggestions /> : <Results asked={asked} />}
    </Page>
  );
}

function Results({ asked }: { readonly asked: string }) {
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
    <>
      <p className={css.count} role="status">
        {hasMore ? t('results', { count: items.length }).replace(/\d+/, '$&+') : t('results', { count: items.length })}
      </p>
      <QuoteList quotes={items} onOpen={(quote) => rememberSearch(quote.code)} />
      <ListEnd hasMore={hasMore} loading={loadingMore} onMore={more} />
    </>
  );
}

/** Before anything is typed: where the reader was lately, and what is traded most. */
function Suggestions() {
  const { t } = useTranslation(['search', 'market']);
  const [recent, setRecent] = useState(readRecent);
  const { items, loading, failure, again } = useList('marketList', { type: 'active', spark: true, size: 10 });
  return (
    <>
      {recent.length > 0 && (
        <section className={css.recent}>
          <SectionHead title={t('recent')}>
            <TextButton
              onClick={() => {
                clearRecent();
                setRecent([]);
              }}
            >
              {t('clearRecent')}
            </TextButton>
          </SectionHead>
          <div className={css.chips}>
            {recent.map((code) => (
              <a key={code} className={css.chip} href={detailsHref(code)} onClick={() => rememberSearch(code)}>
                {code}
              </a>
            ))}
          </div>
        </section>
      )}
      <SectionHead title={t('popular')} />
      {loading ? (
        <QuoteSkeleton rows={8} />
      ) : failure ? (
        <ErrorBlock cause={failure.message} onRetry={() => void again()} />
      ) : items.length === 0 ? (
        <p className={css.count}>{t('market:notYet')}</p>
      ) : (
        <QuoteList quotes={items} onOpen={(quote) => rememberSearch(quote.code)} />
      )}
    </>
  );
}
