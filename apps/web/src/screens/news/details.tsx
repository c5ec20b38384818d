import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall, useList } from '#api/use-call.ts';
import { Prose } from '#features/account/prose.tsx';
import { ArticleLine, ArticleRow } from '#features/articles/article-row.tsx';
import { noteRead } from '#features/articles/read.ts';
import { Cover } from '#features/articles/cover.tsx';
import { QuoteRow } from '#features/quotes/quote-row.tsx';
import { href, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { IconButton } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { Zoomable } from '#ui/zoomable.tsx';
import css from './news.module.css';

/** Companies whose rows stand below an article. */
const MAX_STOCKS = 6;
const MORE_ARTICLES = 3;

/** One article with what it is about, live: that of the address, unless it is given. */
export default function NewsDetails({ id: given }: { readonly id?: string }) {
  const { t } = useTranslation('news');
  const [query] = usePageQuery();
  const id = given ?? query.get('id') ?? '';
  const article = useCall('article', { id }, { enabled: id !== '', staleMs: 60_000 });
  const { data, failure } = article;

  useEffect(() => {
    if (data) noteRead(data.id);
  }, [data]);

  const share = async (): Promise<void> => {
    const link = location.href;
    if (!data || typeof navigator.share !== 'function') return void copyText(link);
    // A reader who closes the sheet of the device has changed their mind: that is no failure.
    await navigator.share({ title: data.title, url: link }).catch(() => undefined);
  };

  if (id === '' || failure?.reason === 'not_found' || failure?.reason === 'invalid_input') {
    return (
      <Page>
        <Empty
          icon="news"
          title={t('unknown')}
          text={t('unknownText')}
          action={{ label: t('toNews'), onPress: () => redirectTo('/pages/news/index') }}
        />
      </Page>
    );
  }
  const canShare = typeof navigator.share === 'function';
  return (
    <Page
      ground="surface"
      tools={
        data && (
          <IconButton
            icon={canShare ? 'share' : 'copy'}
            label={t(canShare ? 'share' : 'copy')}
            onClick={() => void share()}
          />
        )
      }
    >
      <Answer of={article} wait={<SkeletonRows rows={8} />}>
        {(shown) => (
          <>
            <Zoomable
              className={css.cover}
              label={shown.title}
              picture={
                <Cover id={shown.id} category={shown.category} picture={shown.cover} traded={shown.traded} large />
              }
            />
            <article className={css.article}>
              <h2 className={css.title}>{shown.title}</h2>
              <ArticleLine article={shown} />
              <p className={css.summary}>{shown.summary}</p>
              <Prose source={shown.body} />
              <p className={css.source}>{t(shown.source === 'simulation' ? 'bySimulation' : 'byKhara')}</p>
            </article>
            {shown.codes.length > 0 && (
              <section>
                <SectionHead title={t('stocks')} />
                {shown.codes.slice(0, MAX_STOCKS).map((code, index) => (
                  <Stock key={code} code={code} first={index === 0} />
                ))}
              </section>
            )}
            <ReadOn category={shown.category} id={shown.id} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Stock({ code, first }: { readonly code: string; readonly first: boolean }) {
  const { data } = useCall('marketDetail', { code });
  return data ? <QuoteRow quote={{ ...data, sector: data.sector ?? undefined }} first={first} /> : null;
}

function ReadOn({
  category,
  id,
}: {
  readonly category: 'market' | 'company' | 'learn' | 'safety' | 'khara';
  readonly id: string;
}) {
  const { t } = useTranslation('news');
  const { items } = useList('articles', { category }, { staleMs: 60_000 });
  const here = items.findIndex((article) => article.id === id);
  // What follows it in the list, which goes on at its beginning.
  const others = [...items.slice(here + 1), ...items.slice(0, Math.max(0, here))].slice(0, MORE_ARTICLES);
  if (others.length === 0) return null;
  return (
    <section className={css.more}>
      <SectionHead title={t('next')}>
        <a className={css.all} href={href('/pages/news/index')}>
          {t('more')}
        </a>
      </SectionHead>
      {others.map((article) => (
        <ArticleRow key={article.id} article={article} />
      ))}
    </section>
  );
}
