import { useEffect } from 'react';
import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketTime } from '#lib/time.ts';
import { Mark } from '#ui/brand.tsx';
import { vibrate } from '#ui/haptics.ts';
import { tick } from '#ui/sound.ts';
import type { Fill, Order } from './outcome.ts';
import css from './match.module.css';

/**
 * Where a price comes from: the two orders of a fill meet at the touchstone. `isNew`: it has just happened, and the
 * streak is drawn once. Needs the namespace `orders`.
 */
export function Match({
  order,
  fill,
  isNew,
}: {
  readonly order: Pick<Order, 'marketTime'>;
  readonly fill: Pick<Fill, 'id' | 'quantity' | 'price' | 'phase'>;
  readonly isNew: boolean;
}) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  useEffect(() => {
    if (!isNew) return;
    vibrate('filled');
    tick();
  }, [isNew, fill.id]);
  const isAuction = fill.phase === 'opening_auction' || fill.phase === 'closing_auction';
  return (
    <div key={fill.id} className={css.match} data-new={isNew || undefined}>
      <p>
        <b>{t('match.yours', { quantity: showCount(fill.quantity, language) })}</b>
        <small>{t('match.since', { time: showMarketTime(indiaFields(order.marketTime)) })}</small>
      </p>
      <Mark size={40} />
      <p>
        <b>{t(isAuction ? 'match.auction' : 'match.other')}</b>
        <small>{t('match.price', { price: showPrice(fill.price, language) })}</small>
      </p>
    </div>
  );
}
