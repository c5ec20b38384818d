import { optional } from '#i18n/optional.tsx';
import { useSignedIn } from '#api/session.ts';
import { useCall, useList } from '#api/use-call.ts';
import { BannerPlace } from '#features/home/banner-place.tsx';
import { Doors } from '#features/home/doors.tsx';
import { GuestHero, Hero } from '#features/home/hero.tsx';
import { HomeBar } from '#features/home/home-bar.tsx';
import { Indices } from '#features/home/indices.tsx';
import { Next } from '#features/home/next.tsx';
import { Stocks } from '#features/home/stocks.tsx';
import { useStart } from '#features/start/use-start.tsx';
import { Page } from '#shell/page.tsx';
import css from './home.module.css';

const Below = optional(() => import('#features/home/below.tsx'), ['news']);
/** Banners change seldom. */
const BANNERS_MS = 10 * 60_000;

export default function Home() {
  const signedIn = useSignedIn();
  const capital = useCall('totalCapital', {}, { enabled: signedIn });
  const watchlist = useList('marketList', { type: 'watchlist', spark: true, size: 100 }, { enabled: signedIn });
  const active = useList('marketList', { type: 'active', spark: true, size: 6 });
  const indices = useCall('marketList', { type: 'indices', size: 20 });
  const banners = useCall('homeBanner', {}, { staleMs: BANNERS_MS });
  const start = useStart();

  const stocksStand = !watchlist.loading && (watchlist.items.length > 0 || !active.loading);
  const again = (): Promise<unknown> =>
    Promise.all([
      indices.again(),
      active.again(),
      banners.again(),
      ...(signedIn ? [capital.again(), watchlist.again()] : []),
    ]);
  return (
    <Page bar={<HomeBar />} onRefresh={again} className={css.body ?? ''}>
      <div className={css.own}>
        {signedIn ? <Hero capital={capital} /> : <GuestHero onStart={start.open} />}
        {start.sheet}
        <Doors tiles={signedIn} />
        <Next />
        <BannerPlace banners={banners} />
      </div>
      <div className={css.market}>
        {!signedIn && <Indices indices={indices} />}
        <Stocks watchlist={signedIn ? watchlist : undefined} active={active} />
        {/* What stands below a list comes when that stands, and is not pushed down by it. */}
        {stocksStand && (
          <>
            {signedIn && <Indices indices={indices} />}
            <Below />
          </>
        )}
      </div>
    </Page>
  );
}
