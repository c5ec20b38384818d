import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { at, href } from '#shell/navigation.ts';
import css from './below.module.css';
import type { Data } from '@khara/contract';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import more from './index-carousel.module.css';

/** Articles that home shows; all of them stand under News. */
const ARTICLES = 3;
const STALE_MS = 60_000;

/**
 * What stands below home's lists: the newest articles, and how prices come about. Both at once, so that
 * neither pushes the other away. Needs the namespaces `home` and `news`.
 */
export default function Below() {
  const { t } = useTranslation('home');
  const articles = useCall('articles', { size: ARTICLES }, { staleMs: STALE_MS });
  if (articles.loading) return null;
  return (
    <>
      {articles.data && articles.data.list.length > 0 && <Newest articles={articles.data.list} />}
      <p className={css.foot}>
        {t('prices')} <a href={href(at('/pages/index/customer/index', { topic: 'certificate' }))}>{t('howProved')}</a>
      </p>
    </>
  );
}

/** The newest articles on the home page: reports of the market among them. Needs the namespace `news`. */
function Newest({ articles }: { readonly articles: Data<'articles'>['list'] }) {
  const { t } = useTranslation('news');
  return (
    <section>
      <SectionHead title={t('newest')}>
        <a className={more.more} href={href('/pages/news/index')}>
          {t('more')}
          <Icon name="go" size={16} />
        </a>
      </SectionHead>
      {articles.map((article) => (
        <ArticleRow key={article.id} article={article} />
      ))}
    </section>
  );
}
