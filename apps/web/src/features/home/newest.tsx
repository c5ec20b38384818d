import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { href } from '#shell/navigation.ts';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import more from './index-carousel.module.css';

/** The newest articles on the home page: reports of the market among them. Needs the namespace `news`. */
export function Newest({ articles }: { readonly articles: Data<'articles'>['list'] }) {
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
