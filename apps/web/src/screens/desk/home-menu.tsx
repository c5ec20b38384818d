import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { BannerPlace } from '#features/home/banner-place.tsx';
import { Doors } from '#features/home/doors.tsx';
import { GuestHero, Hero } from '#features/home/hero.tsx';
import { Next } from '#features/home/next.tsx';
import { Shortcuts } from '#features/home/shortcuts.tsx';
import { useStart } from '#features/start/use-start.tsx';
import { Page } from '#shell/page.tsx';

/** The left of the desk on home: what is owned, what waits, and the ways to pages. Needs the namespace `home`. */
export default function HomeMenu() {
  const { t } = useTranslation('nav');
  const signedIn = useSignedIn();
  const start = useStart();
  const capital = useCall('totalCapital', {}, { enabled: signedIn });
  const banners = useCall('homeBanner', {}, { staleMs: 10 * 60_000 });
  return (
    <Page title={t('home')}>
      {signedIn ? <Hero capital={capital} /> : <GuestHero onStart={start.open} />}
      {start.sheet}
      <Doors tiles={signedIn} />
      <Next />
      <BannerPlace banners={banners} />
      <Shortcuts />
    </Page>
  );
}
