import { startTransition, useEffect, useState, type ComponentType } from 'react';
import { useSession } from '#api/session.ts';
import { hasOrdered } from '#features/start/use-first-orders.ts';
import { whenIdle } from '#shell/when-idle.ts';
import { BannerLink, type Banner } from './banner-link.tsx';
import css from './banners.module.css';

/** The release's banner of the first trade: not for who has made it. */
const FIRST_TRADE = 'firstTrade';

type Carousel = ComponentType<{ readonly banners: readonly Banner[] }>;

/**
 * The banners of home. The first stands still until the page has nothing else to do: what turns them measures the
 * page, which on a slow phone takes longer than a frame. Where its code cannot come, the first one stays.
 */
export default function Banners({ banners: all }: { readonly banners: readonly Banner[] }) {
  const id = useSession(({ userInfo }) => userInfo?.id);
  const banners = hasOrdered(id) ? all.filter((banner) => banner.id !== FIRST_TRADE) : all;
  const [Carousel, setCarousel] = useState<Carousel>();
  const [isHeld, setHeld] = useState(false); // by the keyboard, from under which nothing goes away
  const several = banners.length > 1;
  useEffect(() => (several ? whenIdle(() => void bringCarousel(setCarousel)) : undefined), [several]);

  if (several && Carousel && !isHeld) return <Carousel banners={banners} />;
  const [first] = banners;
  return (
    <section className={css.frame} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      {first && <BannerLink banner={first} />}
    </section>
  );
}

const bringCarousel = (show: (carousel: () => Carousel) => void): Promise<void> =>
  import('./banner-carousel.tsx').then(
    ({ default: Carousel }) => startTransition(() => show(() => Carousel)),
    () => undefined,
  );
