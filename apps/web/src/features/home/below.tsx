import type { Data } from '@khara/contract';
import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCall, type Asked } from '#api/use-call.ts';
import { href } from '#shell/navigation.ts';
import css from './below.module.css';
import { Newest } from './newest.tsx';

type BannersProps = { readonly banners: Data<'homeBanner'> };

/** Articles that home shows; all of them stand under News. */
const ARTICLES = 3;
const STALE_MS = 60_000;

// Where its code cannot come, home goes without.
const Banners = lazy((): Promise<{ default: ComponentType<BannersProps> }> =>
  import('./banners.tsx').catch(() => ({ default: () => null })),
);

/** What stands below home's lists: the newest articles, the banners, how prices come about. All at once, so that none of them pushes another away. Needs the namespaces `home` and `news`. */
export default function Below({ banners }: { readonly banners: Asked<Data<'homeBanner'>> }) {
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
