import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { Term } from '#features/terms/term.tsx';
import { at, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { cx } from '#ui/class-names.ts';
import row from '#ui/opening-row.module.css';
import { Tag } from '#ui/choice.tsx';
import { showCount, showMoney } from '#lib/number.ts';
import { dayResult, type DayPosition } from './day-totals.ts';
import { isCalled, MarginCallFacts } from './margin-call.tsx';
import css from './position-row.module.css';
import type { Position } from './totals.ts';

type Props = {
  readonly position: DayPosition;
  /** The same shares where they stand open: what can be done with them. */
  readonly held: Position | undefined;
  readonly open: boolean;
  readonly onToggle: (key: string) => void;
  readonly onDetails: (position: Position) => void;
  readonly onConvert: (position: DayPosition) => void;
};

export const positionKey = ({ code, product }: Pick<DayPosition, 'code' | 'product'>): string => `${code} ${product}`;

/**
 * What the day made of one share and product, live; it opens to its sums and to what can be done. Needs `positions`.
 */
export const DayRow = memo(function DayRow({ position, held, open, onToggle, onDetails, onConvert }: Props) {
  const { t } = useTranslation('positions');
  const language = useLanguage();
  const { code, product, netQuantity, averagePrice, buyQuantity, buyValue, sellQuantity, sellValue } = position;
  const tick = useQuote(code);
  const { profit, unrealised } = dayResult(position, tick?.price);
  const short = netQuantity < 0;
  const traded = (n: number, amount: string): string =>
    t('boughtToday', { n: showCount(n, language), amount: showMoney(amount, language) });
  const ticket = (side: 'buy' | 'sell'): void =>
    navigateTo(at('/pages/market/buy', { code, side, ...(held && { positionId: held.id }) }));
  return (
    <div className={row.row} data-arrows>
      <button
        type="button"
        className={cx(row.head, css.head)}
        aria-expanded={open}
        onClick={() => onToggle(positionKey(position))}
      >
        <span className={css.words}>
          <span className={css.code}>
            {code}
            <Tag>{t(product)}</Tag>
            {held && isCalled(held, tick?.price ?? position.lastPrice) && <Tag tone="down">{t('marginCall')}</Tag>}
            {short && <Tag tone="down">{t('short')}</Tag>}
          </span>
          <span className={css.small}>{netQuantity === 0 ? t('flat') : showCount(netQuantity, language)}</span>
        </span>
        <span className={css.value}>
          <Price className={css.price} value={tick?.price ?? position.lastPrice} />
          {averagePrice !== null && <Price className={css.small} value={averagePrice} />}
        </span>
        <span className={css.profit}>
          <Money className={css.gain} value={profit} sign="always" coloured bare />
        </span>
      </button>
      {open && (
        <div className={row.open}>
          {buyQuantity > 0 && <KeyValue label={t('bought')}>{traded(buyQuantity, buyValue)}</KeyValue>}
          {sellQuantity > 0 && <KeyValue label={t('sold')}>{traded(sellQuantity, sellValue)}</KeyValue>}
          {position.overnightQuantity !== 0 && (
            <KeyValue label={t('leftOver')}>{showCount(position.overnightQuantity, language)}</KeyValue>
          )}
          <KeyValue label={t('realised')}>
            <Money value={position.realised} sign="always" coloured bare />
          </KeyValue>
          <KeyValue label={t('unrealised')}>
            <Money value={unrealised} sign="always" coloured bare />
          </KeyValue>
          {held?.product === 'intraday' && (
            <KeyValue label={<Term name="margin">{t('margin')}</Term>}>
              <Money value={held.margin} bare />
            </KeyValue>
          )}
          {held?.marginCall && <MarginCallFacts call={held.marginCall} short={short} />}
          <div className={css.actions}>
            {held && (
              <>
                <Button look="secondary" size="md" className={css.sell} onClick={() => ticket('sell')}>
                  {short ? t('sellMore') : t('sell')}
                </Button>
                <Button look="secondary" size="md" className={css.buy} onClick={() => ticket('buy')}>
                  {short ? t('buyBack') : t('buyMore')}
                </Button>
              </>
            )}
            {position.convertible > 0 && (
              <Button look="secondary" size="md" onClick={() => onConvert(position)}>
                {t('convert')}
              </Button>
            )}
            {held?.product === 'intraday' && (
              <Button
                look="secondary"
                size="md"
                onClick={() => navigateTo(at('/pages/personal/waiting/trigger', { positionId: held.id }))}
              >
                {t('stopAndTarget')}
              </Button>
            )}
            <Button look="secondary" size="md" onClick={() => navigateTo(at('/pages/market/details', { code }))}>
              {t('chart')}
            </Button>
            {held && (
              <Button look="secondary" size="md" onClick={() => onDetails(held)}>
                {t('details')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
});
