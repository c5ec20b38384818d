import { memo } from 'react';
import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { Term } from '#features/terms/term.tsx';
import { at, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Percent, Price } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { cx } from '#ui/class-names.ts';
import row from '#ui/opening-row.module.css';
import { Tag } from '#ui/choice.tsx';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import { liveResult } from './live-result.ts';
import { isCalled, MarginCallFacts } from './margin-call.tsx';
import { openedAt } from './totals.ts';
import css from './position-row.module.css';
import type { Position } from './totals.ts';

type Props = {
  readonly position: Position;
  readonly open: boolean;
  readonly onToggle: (id: string) => void;
  readonly onDetails: (position: Position) => void;
};

/**
 * A position, live; it opens to what can be done with it. It renders again with its own price only. Needs the
 * namespace `positions`.
 */
export const PositionRow = memo(function PositionRow({ position, open, onToggle, onDetails }: Props) {
  const { t } = useTranslation('positions');
  const language = useLanguage();
  const { code, quantity } = position;
  const tick = useQuote(code);
  const { marketValue, totalProfit, profitPercent } = liveResult(position, tick?.price);
  const today = liveResult({ ...position, totalProfit: position.todayProfit }, tick?.price).totalProfit;
  const intraday = position.product === 'intraday';
  const short = position.direction === 'short';
  const arriving = intraday ? 0 : quantity - position.settledQuantity;
  const ticket = (side: 'buy' | 'sell'): void =>
    navigateTo(at('/pages/market/buy', { code, side, positionId: position.id }));

  return (
    <div className={row.row} data-arrows>
      <button
        type="button"
        className={cx(row.head, css.head)}
        aria-expanded={open}
        onClick={() => onToggle(position.id)}
      >
        <span className={css.words}>
          <span className={css.code}>
            {code}
            {arriving > 0 && <Tag tone="warn">{t('arrives')}</Tag>}
            {position.listsOn !== null && <Tag tone="warn">{t('notListed')}</Tag>}
            {position.lockedUntil !== null && <Tag tone="warn">{t('locked')}</Tag>}
            {isCalled(position, tick?.price ?? position.marketPrice) && <Tag tone="down">{t('marginCall')}</Tag>}
            {short && <Tag tone="down">{t('short')}</Tag>}
          </span>
          <span className={css.small}>
            {t('at', { quantity: showCount(quantity, language), price: showPrice(openedAt(position), language) })}
          </span>
        </span>
        <span className={css.value}>
          <Price className={css.price} value={tick?.price ?? position.marketPrice} />
          <Money className={css.small} value={marketValue} bare />
        </span>
        <span className={css.profit}>
          <Money className={css.gain} value={totalProfit} sign="always" coloured bare />
          <Percent className={css.percent} value={profitPercent} />
        </span>
      </button>
      {open && (
        <div className={row.open}>
          <KeyValue label={t('today')}>
            <Money value={today} sign="always" coloured bare />
          </KeyValue>
          <KeyValue label={short ? t('canBuyBack') : t('canSell')}>
            {showCount(position.sellableQuantity, language)}
          </KeyValue>
          {intraday && (
            <KeyValue label={<Term name="margin">{t('margin')}</Term>}>
              <Money value={position.margin} bare />
            </KeyValue>
          )}
          {position.marginCall && <MarginCallFacts call={position.marginCall} short={short} />}
          {position.listsOn !== null && (
            <KeyValue label={t('notListed')}>
              {t('notListedText', { date: showMarketDate(position.listsOn, language) })}
            </KeyValue>
          )}
          {position.lockedUntil !== null && (
            <KeyValue label={t('locked')}>
              {t('lockedText', {
                n: showCount(position.lockedQuantity, language),
                date: showMarketDate(position.lockedUntil, language),
              })}
            </KeyValue>
          )}
          {arriving > 0 && (
            <KeyValue label={<Term name="settlement">{t('arrives')}</Term>}>
              {t('arrivesText', { n: showCount(arriving, language) })}
            </KeyValue>
          )}
          <KeyValue label={short ? t('sold') : t('bought')}>
            {showMarketMoment(indiaFields(position.buyMarketTime), language)}
          </KeyValue>
          <div className={css.actions}>
            <Button look="secondary" size="md" className={css.sell} onClick={() => ticket('sell')}>
              {short ? t('sellMore') : t('sell')}
            </Button>
            <Button look="secondary" size="md" className={css.buy} onClick={() => ticket('buy')}>
              {short ? t('buyBack') : t('buyMore')}
            </Button>
            <Button look="secondary" size="md" onClick={() => navigateTo(at('/pages/market/details', { code }))}>
              {t('chart')}
            </Button>
            <Button
              look="secondary"
              size="md"
              onClick={() => navigateTo(at('/pages/personal/waiting/trigger', { positionId: position.id }))}
            >
              {t('stopAndTarget')}
            </Button>
            <Button look="secondary" size="md" onClick={() => onDetails(position)}>
              {t('details')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
});
