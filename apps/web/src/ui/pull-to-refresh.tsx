import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Mark } from './brand.tsx';
import css from './pull-to-refresh.module.css';

type Phase = 'idle' | 'pulling' | 'ready' | 'refreshing' | 'restoring';

const SEEN_MS = 500;
const seen = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, SEEN_MS);
  });

/**
 * Pull to refresh: pulling → (past the threshold) ready → refreshing → restored, or let go earlier: aborted and restored. The touchstone's streak is drawn
 * by the pull. Lives at the top of the scroller it listens to; touch only, since a mouse has other ways.
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
  const [phase, setPhase] = useState<Phase>('idle');
  const [height, setHeight] = useState(0);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let startY: number | undefined;
    let pulled = 0;
    let busy = false;

    const begin = (event: TouchEvent) => {
      startY = !busy && element.scrollTop <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined;
      pulled = 0;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (startY === undefined || !touch) return;
      const distance = touch.clientY - startY;
      if (element.scrollTop > 0 || (distance <= 0 && pulled === 0)) {
        startY = undefined;
        return;
      }
      if (distance > 8 && event.cancelable) event.preventDefault(); // the page is not scrolled by the same finger
      pulled = Math.max(0, distance) * 0.5; // it gives half of the way, as a spring does
      setHeight(pulled);
      setPhase(pulled >= threshold ? 'ready' : 'pulling');
    };
    const end = () => {
      if (startY === undefined) return;
      startY = undefined;
      if (pulled < threshold) {
        setPhase('restoring');
        setHeight(0);
        return;
      }
      busy = true;
      setPhase('refreshing');
      setHeight(threshold);
      // Long enough to be seen: an answer in 20 ms would look like nothing was asked.
      void Promise.allSettled([refresh.current(), seen()]).then(() => {
        busy = false;
        setPhase('restoring');
        setHeight(0);
      });
    };

    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [scroller, threshold]);

  if (phase === 'idle') return null;
  const words = phase === 'refreshing' ? 'pull.refreshing' : phase === 'ready' ? 'pull.release' : 'pull.pull';
  return (
    <div
      className={css.place}
      style={{ height }}
      data-settling={phase === 'refreshing' || phase === 'restoring' || undefined}
      role="status"
      onTransitionEnd={() => phase === 'restoring' && setPhase('idle')}
    >
      <div className={css.words}>
        <Mark size={29} drawn={Math.min(1, height / threshold)} />
        {t(words)}
      </div>
    </div>
  );
}
