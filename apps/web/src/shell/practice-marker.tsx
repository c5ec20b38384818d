import { useState } from 'react';
import { optional } from '#i18n/optional.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useStale } from '#api/feed.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { showMarketTime } from '#lib/time.ts';
import type from '#ui/text.module.css';
import css from './practice-marker.module.css';
import { PracticeSign, PracticeWords } from './practice-words.ts';
import { useMarketNow } from './use-market-now.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

const PracticeSheet = lazySheet(() => import('./practice-sheet.tsx'));
// Of a class alone. Where it does not come, the marker says that the market is paused.
const ClockStrip = optional(() => import('./clock-strip.tsx'));

const DOTS = {
  open: 'open',
  pre_open: 'between',
  closing_auction: 'between',
  halted: 'between',
  post_close: 'off',
  closed: 'off',
} as const;

/**
 * The first thing on every page, above every sheet: this market is not real. It can be opened, never closed. Trading is
 * its silent state: only another is named beside the time, and none before the first answer, which would narrow the
 * words for a moment.
 */
export function PracticeMarker() {
  const { t } = useTranslation();
  const session = useMarketClock((clock) => clock.market?.session);
  // An invented day has no zone: the market's clock is India's in the nse profile alone.
  const isReal = useMarketClock((clock) => clock.market?.profile === 'nse');
  const stale = useStale();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const fields = useMarketNow();
  const time = showMarketTime(fields);
  const live = session !== undefined && !stale;
  const pace = useMarketClock((clock) => clock.market?.pace);
  const isPaused = live && pace === 'paused';
  const isSilent = session === undefined || (live && session === 'open' && !isPaused);
  const [hasClock, setHasClock] = useState(false);
  if (pace && !hasClock) setHasClock(true); // it stays, to say that the market goes on
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
          <i className={css[isPaused ? 'between' : live ? DOTS[session] : 'off']} />
          <span className={isSilent ? type.unseen : undefined}>
            {t(isPaused ? 'session.paused' : live ? `session.${session}` : 'session.unknown')}
          </span>
          {fields !== undefined && (
            <span className={css.time}>{isReal && session === 'open' ? t('practice.ist', { time }) : time}</span>
          )}
        </span>
      </button>
      {hasClock && <ClockStrip />}
      {asked && <PracticeSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
