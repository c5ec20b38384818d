import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { cx } from '#ui/class-names.ts';
import row from '#ui/opening-row.module.css';
import { Icon } from '#ui/icons.tsx';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketTime } from '#lib/time.ts';
import { indiaFields } from '#api/market-clock.ts';
import { ChargeList } from './charge-list.tsx';
import { netValue, type Fill } from './outcome.ts';
import { SideCode } from './side-code.tsx';
import css from './trade-row.module.css';

/**
 * A fill: opens to every charge of it, to what it came to, and to its order's history. Needs the namespace `orders`.
 */
export function TradeRow({ fill, onHistory }: { readonly fill: Fill; readonly onHistory: (orderId: string) => void }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const words = { quantity: showCount(fill.quantity, language), price: showPrice(fill.price, language) };
  return (
    <div className={row.row} data-arrows>
      <button type="button" className={cx(row.head, css.head)} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={css.words}>
          <SideCode side={fill.side} code={fill.code} />
          <span>{t('at', words)}</span>
        </span>
        <span className={css.values}>
          <Money value={fill.value} className={css.value} />
          <span>{showMarketTime(indiaFields(fill.marketTime))}</span>
        </span>
        <Icon name={open ? 'up' : 'down'} size={18} className={css.caret} />
      </button>
      {open && (
        <div className={cx(row.open, css.open)}>
          <ChargeList charges={fill.charges} label={t('charges')} expanded />
          <KeyValue label={fill.side === 'buy' ? t('netBuy') : t('netSell')}>
            <Money value={netValue(fill)} />
          </KeyValue>
          <KeyValue label={t('trade')}>{fill.tradeNo}</KeyValue>
          {fill.phase !== 'continuous' && <KeyValue label={t('tradedIn')}>{t(`phase.${fill.phase}`)}</KeyValue>}
          <Button look="secondary" size="md" onClick={() => onHistory(fill.orderId)}>
            {t('history.title')}
          </Button>
        </div>
      )}
    </div>
  );
}
