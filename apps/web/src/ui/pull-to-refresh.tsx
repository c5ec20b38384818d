import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Mark } from './brand.tsx';
import css from './pull-to-refresh.module.css';

/**
 * Pull to refresh (docs/sources.md W1): pulling, refreshing, aborted, restored. The threshold is
 * the configuration's: let go past it the page is refreshed, before it the pull is aborted; either way it is
 * then restored. `ready` is the part of pulling in which letting go would refresh.
 */
type PullPhase = 'pulling' | 'ready' | 'refreshing' | 'aborted' | 'restored';

export type Pull = {
  readonly phase: PullPhase;
  /** How far the page has given way, in px. */
  readonly height: number;
};

export const AT_REST: Pull = { phase: 'restored', height: 0 };

/** It gives half of the finger's way, as a spring does. */
const GIVES = 0.5;

/** Where a finger that has gone `distance` px down from the top has pulled it. */
export function pulledTo(distance: number, threshold: number): Pull {
  const height = Math.max(0, distance) * GIVES;
  return { phase: height >= threshold ? 'ready' : 'pulling', height };
}

/** What letting go makes of it. */
export function letGo({ phase }: Pull, threshold: number): Pull {
  if (phase === 'ready') return { phase: 'refreshing', height: threshold };
  return phase === 'pulling' ? { phase: 'aborted', height: 0 } : AT_REST;
}

const SEEN_MS = 500;
/** As long as the page takes to spring back (`--d-base`). */
const SPRINGS_BACK_MS = 240;
const seen = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, SEEN_MS);
  });

/** A finger that has not gone this far down may still become a tap. */
const SLOP_PX = 8;

/**
 * The touchstone above a page that can be pulled; its streak is drawn by the pull. Lives at the top of the
 * scroller it listens to; touch only, since a mouse has other ways.
 */
export default function PullToRefresh({
  scroller,
  onRefresh,
  threshold,
}: {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onRefresh: () => Promise<unknown>;
  /** In px, from the configuration. */
  readonly threshold: number;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(AT_REST);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let start: { readonly x: number; readonly y: number } | undefined;
    let pull: Pull = AT_REST;
    let springing: ReturnType<typeof setTimeout> | undefined;
    const become = (next: Pull): void => {
      clearTimeout(springing);
      pull = next;
      setShown(next);
    };

    const begin = (event: TouchEvent) => {
      const touch = event.touches[0];
      const free = pull.phase !== 'refreshing' && element.scrollTop <= 0 && event.touches.length === 1;
      start = free && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const distance = touch.clientY - start.y;
      const sideways = pull.height === 0 && Math.abs(touch.clientX - start.x) > Math.abs(distance);
      if (element.scrollTop > 0 || (distance <= 0 && pull.height === 0) || sideways) {
        start = undefined;
        return;
      }
      if (distance > SLOP_PX && event.cancelable) event.preventDefault(); // the page is not scrolled by the same finger
      become(pulledTo(distance, threshold));
    };
    const end = () => {
      if (!start) return;
      start = undefined;
      become(letGo(pull, threshold));
      if (pull.phase === 'aborted') springing = setTimeout(() => become(AT_REST), SPRINGS_BACK_MS);
      if (pull.phase !== 'refreshing') return;
      // Long enough to be seen: an answer in 20 ms would look like nothing was asked.
      void Promise.allSettled([refresh.current(), seen()]).then(() => become(AT_REST));
    };

    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      clearTimeout(springing);
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [scroller, threshold]);

  const { phase, height } = shown;
  const words = { pulling: 'pull.pull', ready: 'pull.release', refreshing: 'pull.refreshing' } as const;
  const said = phase === 'aborted' || phase === 'restored' ? undefined : words[phase];
  return (
    <div
      className={css.place}
      style={{ height }}
      data-phase={phase}
      data-settling={(phase !== 'pulling' && phase !== 'ready') || undefined}
      role="status"
    >
      {said && (
        <div className={css.words}>
          <Mark size={29} drawn={Math.min(1, height / threshold)} />
          {t(said)}
        </div>
      )}
    </div>
  );
}
