import type { Data } from '@khara/contract';
import { lazy, Suspense, type ComponentType } from 'react';
import type { CallState } from '#api/use-call.ts';
import css from './banner-place.module.css';

// Their code does not hold up the first paint; where it cannot come, home goes without.
const Banners = lazy((): Promise<{ default: ComponentType<{ banners: Data<'homeBanner'> }> }> =>
  import('./banners.tsx').catch(() => ({ default: () => null })),
);

/**
 * Where the banners stand, above every list: kept from the first paint on, so that nothing is pushed down
 * when they come.
 */
export function BannerPlace({ banners }: { readonly banners: CallState<Data<'homeBanner'>> }) {
  if (banners.data?.length === 0 || banners.failure) return null;
  return (
    <div className={css.banners}>
      <Suspense fallback={null}>{banners.data && <Banners banners={banners.data} />}</Suspense>
    </div>
  );
}
