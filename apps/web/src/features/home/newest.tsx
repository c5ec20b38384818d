import { useTranslation } from '#i18n/use-translation.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCall } from '#api/use-call.ts';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { href } from '#shell/navigation.ts';
import { SectionHead } from '#ui/card.tsx';
import { Icon } from '#ui/icons.tsx';
import more from './index-carousel.module.css';

/** Articles that home shows; all of them stand under News. */
const ROWS = 3;
const STALE_MS = 60_000;

/** The newest articles on the home page: reports of the market among them. Brings its own texts; where it cannot load, home goes without. */
export default function Newest() {
  const { t } = useTranslation('news');
  const here = useTexts('news');
  const { data } = useCall('articles', { size: ROWS }, { staleMs: STALE_MS });
  if (!here || !data || data.list.length === 0) return null;
  return (
    <section>
      <SectionHead title={t('newest')}>
        <a className={more.more} href={href('/pages/news/index')}>
          {t('more')}
          <Icon name="go" size={16} />
        </a>
      </SectionHead>
      {data.list.map((article) => (
        <ArticleRow key={article.id} article={article} />
      ))}
    </section>
  );
}
