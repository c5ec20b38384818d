import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import css from './assistants.module.css';

/** The smallest part of the bar that can still be seen. */
const MIN_PART = 0.04;

type Props = {
  readonly of: Data<'previewOrder'>['expectedFill'];
  readonly side: 'buy' | 'sell';
  readonly isStop: boolean;
};

/** What the book would give an order now, and what stands before the rest of it; quantities are shares. */
export function WouldHappen({ of: expected, side, isStop }: Props) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  if (!expected) return <p className={css.text}>{t(isStop ? 'happens.stop' : 'happens.unknown')}</p>;
  const { quantity, averagePrice, waits, ahead, best } = expected;
  const count = (shares: number) => showCount(shares, language);
  const price = averagePrice === null ? '' : showPrice(averagePrice, language);
  const filled = waits === 0 ? 'all' : quantity === 0 ? 'none' : 'part';
  const yours = quantity + waits;
  const most = Math.max(1, yours, best?.quantity ?? 0);
  const offered = best && {
    part: best.quantity / most,
    words: t(side === 'buy' ? 'happens.offered' : 'happens.wanted', {
      quantity: count(best.quantity),
      price: showPrice(best.price, language),
    }),
  };
  return (
    <>
      <p className={css.text}>
        {t(`happens.${filled}`, { filled: count(quantity), price, waits: count(waits) })}{' '}
        {t(ahead === 0 ? 'happens.first' : 'happens.ahead', { shares: count(ahead) })}
      </p>
      <div className={css.book} aria-hidden="true">
        {offered && <i style={{ width: `${100 * offered.part}%` }} />}
        <i className={css.yours} style={{ width: `${100 * Math.max(MIN_PART, yours / most)}%` }} />
      </div>
      <p className={css.sums}>
        <span>{t('happens.yours', { quantity: count(yours) })}</span>
        <span>{offered ? offered.words : t('happens.empty')}</span>
      </p>
    </>
  );
}
