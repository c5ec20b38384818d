import { BLOCK_WINDOWS } from '@khara/rules';
import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { clockText } from '#shell/market-day/day-parts.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import css from './block-note.module.css';

/** The window for blocks that is on, with its reference price. */
export function BlockNote({ reference }: { readonly reference: string | undefined }) {
  const { t } = useTranslation('session');
  const language = useLanguage();
  const window = useMarketClock(({ market }) => market?.blockWindow);
  if (!window) return null;
  return (
    <p className={css.block}>
      <b>{t('block.on', { time: clockText(BLOCK_WINDOWS[window].toMs) })}</b> {t('block.text')}
      {reference !== undefined && <> {t('block.reference', { price: showPrice(reference, language) })}</>}
    </p>
  );
}
