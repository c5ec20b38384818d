import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useFeed } from '#api/feed.ts';
import { marketNow, useMarketClock } from '#api/market-clock.ts';
import { showMarketTime } from '#lib/time.ts';
import css from './practice-marker.module.css';
import { PracticeSign, PracticeWords } from './practice-words.tsx';

const PracticeSheet = lazy(() => import('./practice-sheet.tsx'));

/** Market time, updated once a second. While prices are stale it stands where they stopped. */
export function useMarketNow(everyMs = 1000): number | undefined {
  const clock = useMarketClock();
  const stoppedAt = useFeed((feed) => feed.stoppedAt ?? feed.seenAt);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return stoppedAt ?? marketNow(clock, now);
}

const DOTS = {
  open: 'open',
  pre_open: 'between',
  closing_auction: 'between',
  halted: 'between',
  post_close: 'off',
  closed: 'off',
} as const;

/** The first thing on every page, above every sheet: this market is not real. It can be opened, never closed. */
export function PracticeMarker() {
  const { t } = useTranslation();
  const session = useMarketClock((clock) => clock.market?.session);
  const stale = useFeed((feed) => feed.state === 'stale' || !feed.online);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const fields = useMarketNow();
  const time = showMarketTime(fields);
  const live = session !== undefined && !stale;
  return (
    <>
      <button
        type="button"
        className="practice-marker"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <PracticeSign />
        <PracticeWords title={t('practice.title')} text={t('practice.text')} />
        <span className={css.clock}>
          <i className={css[live ? DOTS[session] : 'off']} />
          <span className={css.phase}>{t(live ? `session.${session}` : 'session.unknown')}</span>
          {fields !== undefined && (
            <span className={css.time}>{session === 'open' ? t('practice.ist', { time }) : time}</span>
          )}
        </span>
      </button>
      {asked && (
        <Suspense fallback={null}>
          <PracticeSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
