import type { Data } from '@khara/contract';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import css from './banners.module.css';

type Banner = Data<'homeBanner'>[number];

/** Specification section 9: a picture stays 5000 ms and takes 500 ms to change (the 500 stand in the style). */
const STAYS_MS = 5000;
/** A drag this far turns to the next one. */
const TURN_PX = 40;

/** Banners one at a time. They turn by themselves until somebody points at them, drags, or asks for less motion. Needs the namespace `home`. */
export default function Banners({ banners }: { readonly banners: readonly Banner[] }) {
  const { t } = useTranslation('home');
  const [shown, setShown] = useState(0);
  const [held, setHeld] = useState(false);
  const start = useRef<{ readonly x: number; moved: boolean } | undefined>(undefined);
  const total = banners.length;
  const current = shown % total;

  useEffect(() => {
    if (held || total < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setShown((now) => now + 1);
    }, STAYS_MS);
    return () => clearInterval(timer);
  }, [held, total]);

  const turn = (by: 1 | -1): void => setShown((now) => (now + by + total) % total);
  const up = (event: PointerEvent): void => {
    const from = start.current;
    if (!from) return;
    const distance = event.clientX - from.x;
    if (Math.abs(distance) < TURN_PX) return;
    from.moved = true;
    turn(distance < 0 ? 1 : -1);
  };

  return (
    <section
      className={css.frame}
      aria-roledescription="carousel"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, moved: false };
      }}
      onPointerUp={up}
      onClickCapture={(event) => {
        if (start.current?.moved) event.preventDefault(); // it was a drag
      }}
    >
      <div className={css.track} style={{ transform: `translateX(${-100 * current}%)` }}>
        {banners.map((banner, index) => (
          <a
            key={banner.id}
            className={css.banner}
            href={banner.link.startsWith('#') ? banner.link : `#${banner.link}`}
            aria-hidden={index !== current}
            tabIndex={index === current ? 0 : -1}
            draggable={false}
          >
            <span className={css.words}>
              <b>{banner.title}</b>
              <span>{banner.text}</span>
            </span>
            <img src={banner.image} alt="" width={112} height={104} draggable={false} />
          </a>
        ))}
      </div>
      {total > 1 && (
        <div className={css.dots}>
          {banners.map((banner, index) => (
            <button
              key={banner.id}
              type="button"
              className={cx(index === current && css.on)}
              aria-label={t('banner', { n: index + 1, total })}
              aria-current={index === current}
              onClick={() => setShown(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
