import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { QuoteSkeleton } from '#features/quotes/quote-skeleton.tsx';
import { QuoteList } from '#features/quotes/quote-list.tsx';
import { detailsHref } from '#features/quotes/quote-row.tsx';
import { clearRecent, readRecent, rememberSearch } from '#features/quotes/recent-searches.ts';
import { SearchField } from '#features/search/search-field.tsx';
import SearchResults from '#features/search/search-results.tsx';
import { goBack } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { IconButton } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Answer } from '#ui/answer.tsx';
import type from '#ui/text.module.css';
import css from './search.module.css';

export default function Search() {
  const { t } = useTranslation(['search', 'common', 'market']);
  const [query] = usePageQuery();
  const asked = (query.get('q') ?? '').trim();
  return (
    <Page
      bar={
        <header className={css.bar}>
          <IconButton icon="back" label={t('common:back')} onClick={goBack} />
          <h1 className={type.unseen}>{t('label')}</h1>
          <SearchField focused />
        </header>
      }
    >
      {asked === '' ? <Suggestions /> : <SearchResults asked={asked} />}
    </Page>
  );
}

/** Before anything is typed: where the reader was lately, and what is traded most. */
function Suggestions() {
  const { t } = useTranslation(['search', 'market']);
  const [recent, setRecent] = useState(readRecent);
  const active = useCall('marketList', { type: 'active', spark: true, size: 10 });
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
      <Answer of={active} wait={<QuoteSkeleton rows={8} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={css.count}>{t('market:notYet')}</p>
          ) : (
            <QuoteList quotes={list} onOpen={(quote) => rememberSearch(quote.code)} />
          )
        }
      </Answer>
    </>
  );
}
