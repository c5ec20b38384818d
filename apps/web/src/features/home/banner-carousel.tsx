import { useDrag } from '@use-gesture/react';
import { useEffect, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { BannerLink, type Banner } from './banner-link.tsx';
import css from './banners.module.css';

/** A picture stays 5000 ms and takes 500 ms to change (docs/sources.md W1). */
const STAYS_MS = 5000;
const CHANGES_MS = 500;
/** A slow drag over this part of the width turns to the next one, and a quick one of any length. */
const TURNS_AT = 0.12;
const QUICK_MS = 300;
/** How far the first and the last one follow a drag to where there is none. */
const BEYOND = 0.3;

/**
 * Several banners, one at a time. They turn by themselves until a reader points at them, is on them with the
 * keyboard, or pauses them; never where less motion is asked for. Needs the namespace `home`.
 */
export default function BannerCarousel({ banners }: { readonly banners: readonly Banner[] }) {
  const { t } = useTranslation('home');
  const count = banners.length;
  const [current, setCurrent] = useState(0);
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [paused, setPaused] = useState(false);
  const [isHeld, setHeld] = useState(false);
  /** How far it was dragged, in px; undefined when it is not. */
  const [dragged, setDragged] = useState<number>();

  const turns = !still && !paused && !isHeld && dragged === undefined;
  useEffect(() => {
    if (!turns) return undefined;
    const timer = setTimeout(() => setCurrent((current + 1) % count), STAYS_MS);
    return () => clearTimeout(timer);
  }, [turns, current, count]);

  const bindDrag = useDrag(
    ({ last, canceled, movement: [distance], elapsedTime, currentTarget }) => {
      const next = current - Math.sign(distance);
      const isBeyond = next < 0 || next >= count;
      if (!last) return setDragged(isBeyond ? distance * BEYOND : distance);
      setDragged(undefined);
      const width = (currentTarget as HTMLElement).clientWidth;
      const isFar = elapsedTime < QUICK_MS || Math.abs(distance) > width * TURNS_AT;
      if (isFar && !isBeyond && !canceled) setCurrent(next);
      return undefined;
    },
    { axis: 'x', filterTaps: true },
  );
  const pause = (): void => {
    setPaused(!paused);
    setHeld(false);
  };
  const turnByKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    setCurrent((current + step + count) % count);
    event.preventDefault();
  };
  // Nothing moves away from under a reader on it with the keyboard or with a mouse.
  const hold = ({ currentTarget, relatedTarget, type }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) setHeld(type === 'focus');
  };
  const point = ({ pointerType, type }: PointerEvent): void => {
    if (pointerType === 'mouse') setHeld(type === 'pointerenter');
  };

  return (
    <section
      className={css.frame}
      aria-roledescription="carousel"
      data-sideways=""
      onKeyDown={turnByKey}
      onFocus={hold}
      onBlur={hold}
      onPointerEnter={point}
      onPointerLeave={point}
    >
      <div
        className={css.row}
        style={{
          transform: `translateX(calc(${-100 * current}% + ${dragged ?? 0}px))`,
          transitionDuration: `${still || dragged !== undefined ? 0 : CHANGES_MS}ms`,
        }}
        {...bindDrag()}
      >
        {banners.map((banner, index) => (
          <div key={banner.id} inert={index !== current}>
            <BannerLink banner={banner} />
          </div>
        ))}
      </div>
      <div className={css.controls}>
        <div className={css.dots}>
          {banners.map((banner, index) => (
            <button
              key={banner.id}
              type="button"
              className={cx(index === current && css.on)}
              aria-label={t('banner', { n: index + 1, total: count })}
              aria-current={index === current}
              onClick={() => setCurrent(index)}
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
