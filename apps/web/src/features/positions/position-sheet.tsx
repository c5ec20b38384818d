import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useQuote } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { TradeRow } from '#features/orders/trade-row.tsx';
import { ActionLines } from '#features/watching/action-lines.tsx';
import { at, navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { showCount } from '#lib/number.ts';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showMarketDate, showMarketMoment, showMoment } from '#lib/time.ts';
import { MarginCallFacts } from './margin-call.tsx';
import { liveResult } from './live-result.ts';
import css from './position-sheet.module.css';
import type { Position } from './totals.ts';

const STATES = { in_position: 'inPosition', historical: 'historical', expired: 'expired' } as const;

type Props = { readonly position: Position | undefined; readonly open: boolean; readonly onClose: () => void };

/**
 * A position, open or closed: what it cost, what it brought, and every trade of it with its order's story.
 * Needs `positions` and `orders`.
 */
export function PositionSheet({ position, open, onClose }: Props) {
  const { t } = useTranslation(['positions', 'orders']);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={position ? t('positionTitle', { code: position.code, product: t(position.product) }) : t('details')}
    >
      {position && <PositionFacts position={position} />}
    </Sheet>
  );
}

function PositionFacts({ position }: { readonly position: Position }) {
  const { t } = useTranslation(['positions', 'orders']);
  const language = useLanguage();
  const fills = useCall('fills', { positionId: position.id, size: 50 });
  const closed = position.state !== 'in_position';
  const count = (value: number): string => showCount(value, language);
  return (
    <>
      <section className={css.facts}>
        <KeyValue label={t('direction')}>{position.direction === 'short' ? t('short') : t('long')}</KeyValue>
        <KeyValue label={t('state')}>{t(STATES[position.state])}</KeyValue>
        <KeyValue label={closed ? t('sellQuantity') : t('quantity')}>
          {count(closed ? position.sellQuantity : position.quantity)}
        </KeyValue>
        <KeyValue label={t('cost')}>
          <Money value={position.cost} />
        </KeyValue>
        {position.buyingPrice !== '0.00' && (
          <KeyValue label={t('buyingPrice')}>
            <Price value={position.buyingPrice} />
          </KeyValue>
        )}
        {position.sellingPrice !== null && (
          <KeyValue label={t('sellingPrice')}>
            <Price value={position.sellingPrice} />
          </KeyValue>
        )}
        {!closed && position.product === 'delivery' && (
          <KeyValue label={t('settled')}>
            {t('settledText', { settled: count(position.settledQuantity), all: count(position.quantity) })}
          </KeyValue>
        )}
        {!closed && position.listsOn !== null && (
          <KeyValue label={t('notListed')}>
            {t('notListedText', { date: showMarketDate(position.listsOn, language) })}
          </KeyValue>
        )}
        {!closed && position.lockedUntil !== null && (
          <KeyValue label={t('locked')}>
            {t('lockedText', {
              n: count(position.lockedQuantity),
              date: showMarketDate(position.lockedUntil, language),
            })}
          </KeyValue>
        )}
        {!closed && position.product === 'intraday' && (
          <KeyValue label={t('margin')}>
            <Money value={position.margin} />
          </KeyValue>
        )}
        {position.marginCall && <MarginCallFacts call={position.marginCall} short={position.direction === 'short'} />}
        {position.adjusted && (
          <KeyValue label={t('adjusted')}>
            {position.adjusted.quantity === 0 ? (
              <Money value={position.adjusted.amount} sign="always" />
            ) : (
              t('adjustedText', { n: count(position.adjusted.quantity), amount: position.adjusted.amount })
            )}
          </KeyValue>
        )}
        <KeyValue label={t('fee')}>
          <Money value={position.fee} />
        </KeyValue>
        <KeyValue label={position.direction === 'short' ? t('sellTime') : t('buyTime')}>
          {showMarketMoment(indiaFields(position.buyMarketTime), language)}
          <span className={css.yourClock}>{t('byYourClock', { at: showMoment(position.buyTime, language) })}</span>
        </KeyValue>
        {closed ? (
          <KeyValue total label={t('profitAmount')}>
            <Money value={position.profitAmount} sign="always" coloured />
          </KeyValue>
        ) : (
          <LiveFacts position={position} />
        )}
      </section>
      {!closed && position.product === 'delivery' && (
        <>
          <DividendsToCome code={position.code} />
          <ActionLines code={position.code} />
        </>
      )}
      <h3 className={css.head}>{t('fills')}</h3>
      <Answer of={fills} isPart wait={<SkeletonRows rows={2} />}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={css.none}>{t('noFills')}</p>
          ) : (
            <div className={css.fills}>
              {list.map((fill) => (
                <TradeRow
                  key={fill.id}
                  fill={fill}
                  onHistory={(order) => navigateTo(at('/pages/personal/transaction/index', { tab: 'orders', order }))}
                />
              ))}
            </div>
          )
        }
      </Answer>
    </>
  );
}

/** Dividends of the share that are the member's and not paid yet. */
function DividendsToCome({ code }: { readonly code: string }) {
  const { t } = useTranslation('positions');
  const language = useLanguage();
  const ahead = useCall('dividends', { code }).data?.list.filter(({ paidAt }) => paidAt === null) ?? [];
  return ahead.map(({ id, net, paysOn }) => (
    <KeyValue key={id} label={t('dividend', { date: showMarketDate(paysOn, language) })}>
      <Money value={net} />
    </KeyValue>
  ));
}

/** What of an open position moves with the price. */
function LiveFacts({ position }: { readonly position: Position }) {
  const { t } = useTranslation('positions');
  const { marketValue, totalProfit } = liveResult(position, useQuote(position.code)?.price);
  return (
    <>
      <KeyValue label={t('marketValue')}>
        <Money value={marketValue} />
      </KeyValue>
      <KeyValue total label={t('totalProfit')}>
        <Money value={totalProfit} sign="always" coloured />
      </KeyValue>
    </>
  );
}
