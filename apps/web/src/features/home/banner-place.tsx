import type { Data } from '@khara/contract';
import { optional } from '#i18n/optional.tsx';
import type { CallState } from '#api/use-call.ts';
import css from './banner-place.module.css';

const Banners = optional(() => import('./banners.tsx'));

/**
 * Where the banners stand, above every list: kept from the first paint on, so that nothing is pushed down
 * when they come.
 */
export function BannerPlace({ banners }: { readonly banners: CallState<Data<'homeBanner'>> }) {
  if (banners.data?.length === 0 || banners.failure) return null;
  return <div className={css.banners}>{banners.data && <Banners banners={banners.data} />}</div>;
}
