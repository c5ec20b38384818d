import { useEffect, useRef, useState } from 'react';
import { useMarketClock } from '#api/market-clock.ts';
import { loadTexts } from '#i18n/index.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.ts';
import banner from './connection-banner.module.css';

/** What a teacher's clock does, on every page. */
export default function ClockStrip() {
  const { t } = useTranslation('session');
  const pace = useMarketClock((clock) => clock.market?.pace);
  const before = useRef(pace);
  const [isHere, setHere] = useState(false);
  useEffect(() => void loadTexts(['session']).then(() => setHere(true)), []);
  useEffect(() => {
    if (before.current !== undefined && pace === undefined) toast(t('pace.goesOn'));
    before.current = pace;
  }, [pace, t]);
  return (
    <div role="status">
      {isHere && pace && (
        <p className={banner.banner}>
          <Icon name={pace === 'paused' ? 'pause' : 'forward'} size={16} />
          <span>
            <b>{t(`pace.${pace}`)}</b> {t(`pace.${pace}Text`)}
          </span>
        </p>
      )}
    </div>
  );
}
