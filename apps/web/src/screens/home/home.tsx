import { Fragment, lazy, Suspense, useState, type ComponentType } from 'react';
import { loadTexts } from '#i18n/index.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall, useList, WAITING } from '#api/use-call.ts';
import { BannerPlace } from '#features/home/banner-place.tsx';
import { Closing } from '#features/home/closing.tsx';
import { GuestHero, Hero } from '#features/home/hero.tsx';
import { HomeBar } from '#features/home/home-bar.tsx';
import { IndexCarousel } from '#features/home/index-carousel.tsx';
import { Next } from '#features/home/next.tsx';
import { DefaultPasswordReminder } from '#features/home/reminder.tsx';
import { Shortcuts } from '#features/home/shortcuts.tsx';
import { Stocks } from '#features/home/stocks.tsx';
import { SessionNote } from '#features/quotes/market-words.tsx';
import { useMarketKnown } from '../../features/quotes/use-market-known.ts';
import { useStart } from '#features/start/use-start.tsx';
import { Page } from '#shell/page.tsx';
import css from './home.module.css';

// Its code does not hold up the first paint; where it cannot come, home goes without.
const Below = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [below] = await Promise.all([import('#features/home/below.tsx'), loadTexts(['news'])]);
    return below;
  } catch {
    return { default: () => null };
  }
});
/** Applications come in and offerings close: asked again this often. */
const OFFERINGS_MS = 20_000;
/** Banners change seldom. */
const BANNERS_MS = 10 * 60_000;

export default function Home() {
  const signedIn = useSignedIn();
  const capital = useCall('totalCapital', {}, { enabled: signedIn });
  const watchlist = useList('marketList', { type: 'watchlist', spark: true, size: 100 }, { enabled: signedIn });
  const active = useList('marketList', { type: 'active', spark: true, size: 6 });
  const indices = useCall('marketList', { type: 'indices', spark: true, size: 20 });
  // Shown above the lists, which wait for it.
  const offerings = useCall('newStocks', { state: 'in_progress', size: 20 }, { refetchMs: OFFERINGS_MS });
  const banners = useCall('homeBanner', {}, { staleMs: BANNERS_MS });

  const start = useStart();
  const settled = useSettled(!offerings.loading);
  const listsStand = !indices.loading && !watchlist.loading && (watchlist.items.length > 0 || !active.loading);

  const again = (): Promise<unknown> =>
    Promise.all([
      indices.again(),
      active.again(),
      offerings.again(),
      banners.again(),
      ...(signedIn ? [capital.again(), watchlist.again()] : []),
    ]);
  return (
    <Page bar={<HomeBar />} onRefresh={again} className={css.body ?? ''}>
      <BannerPlace banners={banners} />
      {signedIn ? <Hero capital={capital} /> : <GuestHero onStart={start.open} />}
      <Shortcuts />
      <Next />
      <DefaultPasswordReminder />
      {start.sheet}
      {settled ? (
        <Fragment key="lists">
          <div className={css.session}>
            <SessionNote />
          </div>
          <Closing offerings={offerings.data?.list ?? []} />
          <IndexCarousel indices={indices} />
          <Stocks watchlist={signedIn ? watchlist : undefined} active={active} />
          {listsStand && (
            <Suspense fallback={null}>
              <Below />
            </Suspense>
          )}
        </Fragment>
      ) : (
        <Fragment key="skeleton">
          <IndexCarousel indices={WAITING} />
          <Stocks watchlist={signedIn ? WAITING : undefined} active={WAITING} />
        </Fragment>
      )}
    </Page>
  );
}

/**
 * Whether all is known that stands above the lists, which appear under it and are not pushed down by it: the
 * offerings, and what part of its day the market is in.
 */
function useSettled(offeringsKnown: boolean): boolean {
  const isMarketKnown = useMarketKnown();
  const [settled, setSettled] = useState(false);
  if (!settled && isMarketKnown && offeringsKnown) setSettled(true);
  return settled;
}
