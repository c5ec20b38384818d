import { useTranslation } from '#i18n/use-translation.ts';
import { useFeed } from '#api/feed.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useTexts } from '#i18n/use-texts.ts';
import type from '#ui/text.module.css';
import { phaseWords } from '../market-day/phase-words.ts';

/** Says to a screen reader when the market's part of the day changes. It says no prices. */
export function Announcer() {
  const { t } = useTranslation(['desk', 'session']);
  const phase = useMarketClock(({ market }) => market?.phase && phaseWords(market.phase, market.halt));
  const live = useFeed(({ state, online }) => online && state === 'live');
  const here = useTexts('session');
  return (
    <p className={type.unseen} role="status">
      {here && live && phase && t('marketIs', { phase: t(`session:phase.${phase}`) })}
    </p>
  );
}
