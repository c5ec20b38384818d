import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarketClock } from '#api/market-clock.ts';
import { loadTexts } from '#i18n/index.ts';
import { useLanguage } from '#ui/amount.tsx';
import { KeyValue } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showCountdown, showMarketDate, showMarketSeconds } from '#ui/time.ts';
import { useMarketNow } from './practice-marker.tsx';
import css from './practice-sheet.module.css';

/** Market seconds from 08:45 to 16:00, one whole market day. */
const DAY_SECONDS = 26_100;

/** What a practice market is, and how its clock runs. */
export default function PracticeSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('practice');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const market = useMarketClock((clock) => clock.market);
  const fields = useMarketNow();
  const [here, setHere] = useState(false);
  useEffect(() => {
    void loadTexts(['practice']).then(() => setHere(true));
  }, [language]);
  if (!here) return null;

  const minutes = market ? Math.round(DAY_SECONDS / market.speed / 60) : 15;
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <div className={css.words}>
        <Note tone="gold">{t('money')}</Note>
        <p>{t('prices')}</p>
        <p>{t('companies')}</p>
        <h3>{t('clock')}</h3>
        <p>{market?.profile === 'nse' ? t('clockReal') : t('clockCompressed', { minutes })}</p>
      </div>
      {market && (
        <div className={css.now}>
          <KeyValue label={t('session')}>{common(`session.${market.session}`)}</KeyValue>
          <KeyValue label={t('day')}>{showMarketDate(market.marketDate, language)}</KeyValue>
          <KeyValue label={t('now')}>{common('practice.ist', { time: showMarketSeconds(fields) })}</KeyValue>
          <KeyValue label={t('next')}>{t('in', { time: showCountdown(market.nextChangeAt - Date.now()) })}</KeyValue>
        </div>
      )}
    </Sheet>
  );
}
