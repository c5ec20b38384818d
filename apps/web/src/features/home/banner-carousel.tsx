import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Swiper as SwiperApi } from 'swiper';
import { Autoplay } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { BannerLink, type Banner } from './banner-link.tsx';
import css from './banners.module.css';

/** A picture stays 5000 ms and takes 500 ms to change (docs/sources.md W1). */
const STAYS_MS = 5000;
const CHANGES_MS = 500;
/** A slow drag over this part of the width turns to the next one. */
const TURNS_AT = 0.12;

/**
 * Several banners, one at a time. They turn by themselves until a reader points at them, is on them with the
 * keyboard, or pauses them; never where less motion is asked for. Needs the namespace `home`.
 */
export default function BannerCarousel({ banners }: { readonly banners: readonly Banner[] }) {
  const { t } = useTranslation('home');
  const [swiper, setSwiper] = useState<SwiperApi>();
  const [current, setCurrent] = useState(0);
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [paused, setPaused] = useState(false);

  const pause = (): void => {
    if (paused) swiper?.autoplay.start();
    else swiper?.autoplay.stop();
    setPaused(!paused);
  };
  const turnByKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') swiper?.slideNext();
    else if (event.key === 'ArrowLeft') swiper?.slidePrev();
    else return;
    event.preventDefault();
  };
  // Nothing moves away from under a reader on it with the keyboard.
  const hold = ({ currentTarget, relatedTarget, type }: FocusEvent): void => {
    if (currentTarget.contains(relatedTarget)) return;
    if (type === 'focus') swiper?.autoplay.pause();
    else swiper?.autoplay.resume();
  };

  return (
    <section
      className={css.frame}
      aria-roledescription="carousel"
      data-sideways=""
      onKeyDown={turnByKey}
      onFocus={hold}
      onBlur={hold}
    >
      <Swiper
        modules={[Autoplay]}
        speed={still ? 0 : CHANGES_MS}
        autoplay={!still && { delay: STAYS_MS, disableOnInteraction: false, pauseOnMouseEnter: true }}
        rewind
        longSwipesRatio={TURNS_AT}
        onSwiper={setSwiper}
        onSlideChange={({ activeIndex }) => setCurrent(activeIndex)}
      >
        {banners.map((banner, index) => (
          <SwiperSlide key={banner.id} inert={index !== current}>
            <BannerLink banner={banner} />
          </SwiperSlide>
        ))}
      </Swiper>
      <div className={css.controls}>
        <div className={css.dots}>
          {banners.map((banner, index) => (
            <button
              key={banner.id}
              type="button"
              className={cx(index === current && css.on)}
              aria-label={t('banner', { n: index + 1, total: banners.length })}
              aria-current={index === current}
              onClick={() => swiper?.slideTo(index)}
            />
          ))}
        </div>
        {!still && (
          <IconButton
            icon={paused ? 'play' : 'pause'}
            size={16}
            className={css.pause ?? ''}
            label={t(paused ? 'bannersPlay' : 'bannersPause')}
            onClick={pause}
          />
        )}
      </div>
    </section>
  );
}
