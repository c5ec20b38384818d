import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { loadTexts } from '#i18n/index.ts';
import { useLanguage } from '#lib/language.ts';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { MarketDay } from './market-day/market-day.tsx';
import css from './practice-sheet.module.css';

/** Market seconds from 08:45 to 16:00, one whole market day. */
const DAY_SECONDS = 26_100;

/** What a practice market is, and where its day stands. */
export default function PracticeSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('practice');
  const language = useLanguage();
  const market = useMarketClock((clock) => clock.market);
  const [here, setHere] = useState(false);
  useEffect(() => {
    void loadTexts(['practice', 'session']).then(() => setHere(true));
  }, [language]);
  if (!here) return null;

  const minutes = market ? Math.round(DAY_SECONDS / market.speed / 60) : 15;
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <div className={css.words}>
        <Note tone="gold">{t('money')}</Note>
        {market && <MarketDay market={market} />}
        <h3>{t('clock')}</h3>
        <p>{market?.profile === 'nse' ? t('clockReal') : t('clockCompressed', { minutes })}</p>
        <p>{t('prices')}</p>
        <p>{t('companies')}</p>
      </div>
    </Sheet>
  );
}
