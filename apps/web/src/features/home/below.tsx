import type { Data } from '@khara/contract';
import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadTexts } from '#i18n/index.ts';
import { useCall, type Asked } from '#api/use-call.ts';
import { href } from '#shell/navigation.ts';
import css from './below.module.css';

type ArticlesProps = { readonly articles: Data<'articles'>['list'] };
type BannersProps = { readonly banners: Data<'homeBanner'> };

/** Articles that home shows; all of them stand under News. */
const ARTICLES = 3;
const STALE_MS = 60_000;

// Their code does not hold up the first paint; where it cannot come, home goes without.
const Newest = lazy(async (): Promise<{ default: ComponentType<ArticlesProps> }> => {
  try {
    const [newest] = await Promise.all([import('./newest.tsx'), loadTexts(['news'])]);
    return newest;
  } catch {
    return { default: () => null };
  }
});
const Banners = lazy((): Promise<{ default: ComponentType<BannersProps> }> =>
  import('./banners.tsx').catch(() => ({ default: () => null })),
);

/** What stands below home's lists: the newest articles, the banners, how prices come about. All at once, so that none of them pushes another away. Needs the namespace `home`. */
export function Below({ banners }: { readonly banners: Asked<Data<'homeBanner'>> }) {
  const { t } = useTranslation('home');
  const articles = useCall('articles', { size: ARTICLES }, { staleMs: STALE_MS });
  if (articles.loading || banners.loading) return null;
  return (
    <Suspense fallback={null}>
      {articles.data && articles.data.list.length > 0 && <Newest articles={articles.data.list} />}
      {banners.data && banners.data.length > 0 && <Banners banners={banners.data} />}
      <p className={css.foot}>
        {t('prices')} <a href={href('/pages/index/customer/index')}>{t('howProved')}</a>
      </p>
    </Suspense>
  );
}
