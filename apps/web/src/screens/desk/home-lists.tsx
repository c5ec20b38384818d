import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall, useList } from '#api/use-call.ts';
import { BannerPlace } from '#features/home/banner-place.tsx';
import { Closing } from '#features/home/closing.tsx';
import { IndexCarousel } from '#features/home/index-carousel.tsx';
import { Stocks } from '#features/home/stocks.tsx';
import { SessionNote } from '#features/quotes/market-words.tsx';
import { Page } from '#shell/page.tsx';
import css from '../home/home.module.css';

/** Applications come in and offerings close: asked again this often. */
const OFFERINGS_MS = 20_000;

/** The middle of the desk on home: banners, indices, the watchlist, and the offering that closes next. Needs `home`. */
export default function HomeLists() {
  const { t } = useTranslation('desk');
  const signedIn = useSignedIn();
  const watchlist = useList('marketList', { type: 'watchlist', spark: true, size: 100 }, { enabled: signedIn });
  const active = useList('marketList', { type: 'active', spark: true, size: 6 });
  const indices = useCall('marketList', { type: 'indices', spark: true, size: 20 });
  const banners = useCall('homeBanner', {}, { staleMs: 10 * 60_000 });
  const offerings = useCall('newStocks', { state: 'in_progress', size: 20 }, { refetchMs: OFFERINGS_MS });
  return (
    <Page title={t('marketNow')}>
      <BannerPlace banners={banners} />
      <div className={css.session}>
        <SessionNote />
      </div>
      <IndexCarousel indices={indices} />
      <div data-arrows>
        <Stocks watchlist={signedIn ? watchlist : undefined} active={active} />
      </div>
      <Closing offerings={offerings.data?.list ?? []} />
    </Page>
  );
}
