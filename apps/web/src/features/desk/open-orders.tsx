import { useLayoutEffect, useMemo, useRef } from 'react';
import { inFrame } from '#api/frame-queue.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice, UNKNOWN } from '#lib/number.ts';
import { orderOutcome, type Order } from '#features/orders/outcome.ts';
import { cx } from '#ui/class-names.ts';
import digits from '#ui/digits.module.css';
import { Icon } from '#ui/icons.tsx';
import { digitsPainter } from '#ui/live-text.ts';
import type from '#ui/text.module.css';
import { followQueue } from './follow-queue.ts';
import css from './open-orders.module.css';

type Props = {
  readonly code: string;
  readonly orders: readonly Order[];
  readonly onHistory: (id: string) => void;
  readonly onChange: (order: Order) => void;
  readonly onCancel: (order: Order) => void;
};

/** The live figure of a row: the id of its order. */
const AHEAD = 'data-ahead';

/**
 * Own open orders of a share: how much is filled, what stands in front of each in the book, and what can be done. A
 * table where there is room, else two lines an order. Needs `desk` and `orders`.
 */
export function OpenOrders({ code, orders, ...on }: Props) {
  const { t } = useTranslation('desk');
  const table = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  // Painted by hand: the book changes four times a second.
  useLayoutEffect(() => {
    const painters = new Map(
      [...(table.current?.querySelectorAll<HTMLElement>(`[${AHEAD}]`) ?? [])].map((box) => [
        box.getAttribute(AHEAD),
        digitsPainter(box),
      ]),
    );
    const paint = (ahead: ReadonlyMap<string, number>): void => {
      for (const [id, count] of ahead) painters.get(id)?.(showCount(count, language));
    };
    for (const { id, queueAhead } of orders) painters.get(id)?.(showCount(queueAhead, language));
    if (painters.size === 0) return undefined;
    return followQueue(code, (ahead) => inFrame(painters, () => paint(ahead)));
  }, [code, orders, language]);
  return (
    <div ref={table} role="table" aria-label={t('ordersOf', { code })} className={css.table}>
      <div role="row" className={css.head}>
        <span role="columnheader">{t('column.order')}</span>
        <span role="columnheader">{t('column.price')}</span>
        <span role="columnheader">{t('column.filled')}</span>
        <span role="columnheader">{t('column.ahead')}</span>
        <span role="columnheader">
          <span className={type.unseen}>{t('column.actions')}</span>
        </span>
      </div>
      {orders.map((order) => (
        <Row key={order.id} order={order} {...on} />
      ))}
    </div>
  );
}

function Row({ order, onHistory, onChange, onCancel }: { readonly order: Order } & Omit<Props, 'code' | 'orders'>) {
  const { t } = useTranslation(['desk', 'orders']);
  const language = useLanguage();
  const { code, side, quantity, filledQuantity } = order;
  const count = (value: number): string => showCount(value, language);
  return (
    <div role="row" className={css.row}>
      <span role="cell" className={css.what}>
        <button type="button" onClick={() => onHistory(order.id)}>
          <b>
            <span className={css[side]}>{t(`orders:side.${side}`)}</span> {count(quantity)}
          </b>{' '}
          <small>
            {t(`orders:type.${order.type}`)}
            {order.product === 'intraday' && <> · {t('orders:product.intraday')}</>}
            {order.bySystem && <> · {t('orders:bySystem')}</>}
          </small>
        </button>
      </span>
      <span role="cell" className={css.price}>
        {showPrice(order.price ?? order.triggerPrice, language)}
      </span>
      <span role="cell" className={css.filled}>
        {t('orders:filledOf', { filled: count(filledQuantity), quantity: count(quantity) })}
      </span>
      <span role="cell" className={css.ahead}>
        <Standing order={order} />
      </span>
      <span role="cell" className={css.actions}>
        {!order.bySystem && (
          <>
            <button type="button" onClick={() => onChange(order)} aria-label={t('orders:changeOf', { code })}>
              {t('orders:change')}
            </button>
            <button type="button" onClick={() => onCancel(order)} aria-label={t('orders:cancelOf', { code })}>
              <Icon name="close" size={16} />
            </button>
          </>
        )}
      </span>
    </div>
  );
}

/** What stands in front of an order, or what it waits for. */
function Standing({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['desk', 'orders']);
  const language = useLanguage();
  const outcome = orderOutcome(order);
  const trigger = useMemo(() => showPrice(order.triggerPrice, language), [order.triggerPrice, language]);
  if (outcome === 'waiting') return <>{t('waitsFor', { price: trigger })}</>;
  if (order.state !== 'open') return <>{order.afterMarket ? t('orders:afterMarket') : t('orders:state.pending')}</>;
  return (
    <>
      <span className={css.label} aria-hidden="true">
        {t('column.ahead')}
      </span>
      <span className={cx(digits.box, css.count)} {...{ [AHEAD]: order.id }}>
        {UNKNOWN}
      </span>
    </>
  );
}
