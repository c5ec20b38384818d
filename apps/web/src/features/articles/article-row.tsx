import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate } from '#lib/time.ts';
import { listed } from '#i18n/joined.ts';
import css from './article-row.module.css';
import { Cover } from './cover.tsx';

type ArticleHead = Data<'articles'>['list'][number];

const articleHref = (id: string): string => href(at('/pages/news/details', { id }));

/**
 * "Market, Wed 25 Nov, 4 min", by the market's clock; without a date where it tells of no market day. Needs
 * the namespace `news`.
 */
export function ArticleLine({ article }: { readonly article: ArticleHead }) {
  const { t } = useTranslation('news');
  const language = useLanguage();
  const minutes = t('minutes', { n: article.readMinutes });
  return (
    <span className={css.line}>
      <b>{t(article.category)}</b>{' '}
      {article.marketDate === null ? minutes : listed(showMarketDate(article.marketDate, language), minutes)}
    </span>
  );
}

/** An article in a list, or by itself as the next of the reading path. Needs the namespace `news`. */
export function ArticleRow({ article, isNext = false }: { readonly article: ArticleHead; readonly isNext?: boolean }) {
  const { t } = useTranslation('news');
  return (
    <a className={css.row} href={articleHref(article.id)} data-arrows>
      <span className={css.words}>
        <span className={css.title}>{article.title}</span>
        {isNext ? (
          <span className={css.line}>{listed(t('nextInPath'), t('minutes', { n: article.readMinutes }))}</span>
        ) : (
          <ArticleLine article={article} />
        )}
      </span>
      <Cover id={article.id} category={article.category} picture={article.cover} traded={article.traded} />
    </a>
  );
}

/** The article that leads the page: its cover over the whole width. */
export function LeadArticle({ article }: { readonly article: ArticleHead }) {
  return (
    <a className={css.lead} href={articleHref(article.id)} data-arrows>
      <Cover id={article.id} category={article.category} picture={article.cover} traded={article.traded} large />
      <span className={css.leadWords}>
        <span className={css.leadTitle}>{article.title}</span>
        <span className={css.summary}>{article.summary}</span>
        <ArticleLine article={article} />
      </span>
    </a>
  );
}

/** The lesson stands among the articles that it belongs to. Needs the namespaces `news` and `nav`. */
export function LessonRow() {
  const { t } = useTranslation(['news', 'nav']);
  return (
    <a className={css.row} href={href('/pages/lesson/index')} data-arrows>
      <span className={css.words}>
        <span className={css.title}>{t('nav:lesson')}</span>
        <span className={css.line}>{t('lessonText')}</span>
      </span>
      <Cover id="lesson" category="safety" />
    </a>
  );
}
