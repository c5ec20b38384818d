import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Tag } from '#ui/choice.tsx';
import { showCount, showPrice } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { dayWithTime, showMarketDate, showMarketTime } from '#lib/time.ts';
import { indiaFields } from '#api/market-clock.ts';
import css from './order-row.module.css';
import { SideCode } from './side-code.tsx';
import { orderOutcome, type Order, type Outcome } from './outcome.ts';

const TONES = {
  pending: 'neutral',
  open: 'accent',
  waiting: 'warn',
  partly: 'accent',
  complete: 'up',
  cancelled: 'neutral',
  cancelledRest: 'neutral',
  rejected: 'down',
  expired: 'warn',
  expiredRest: 'warn',
} as const satisfies Record<Outcome, string>;
/** Words that two outcomes share. */
const STATES = { cancelledRest: 'cancelled', expiredRest: 'expired', waiting: 'trigger_pending' } as const;

type Props = {
  readonly order: Order;
  /** The order's own address, or what opens it over the list. */
  readonly opens: string | (() => void);
  /** The heading above says no market day: the row does. */
  readonly dated?: boolean;
  /** Of an open order: what can be done with it without opening it. */
  readonly onChange?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
};

/**
 * An order in a list: what was asked, how much of it is filled, how it stands; an open one with its two
 * actions. Needs the namespace `orders`.
 */
export function OrderRow({ order, dated = false, opens, onChange, onCancel }: Props) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const outcome = orderOutcome(order);
  const state =
    outcome in STATES ? STATES[outcome as keyof typeof STATES] : (outcome as Exclude<Outcome, keyof typeof STATES>);
  const count = (quantity: number): string => showCount(quantity, language);
  const isFilled = order.state === 'complete';
  // What came of it, or what it asked for: a filled order's limit is no longer of interest.
  const words = {
    quantity: isFilled
      ? count(order.quantity)
      : t('filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) }),
    price: showPrice((isFilled ? order.averagePrice : null) ?? order.price ?? order.triggerPrice, language),
  };
  const time = showMarketTime(indiaFields(order.marketTime));
  return (
    <div className={css.order} data-arrows>
      <ListRow
        className={css.row}
        title={<SideCode side={order.side} code={order.code} />}
        text={
          <>
            {t(`type.${order.type}`)}
            {order.product === 'intraday' && <> · {t('product.intraday')}</>}
            {order.bySystem && <> · {t('bySystem')}</>}{' '}
            <span className={css.when}>
              · {dated ? dayWithTime(showMarketDate(order.marketDate, language), time, language) : time}
            </span>
          </>
        }
        value={
          <Tag tone={TONES[outcome]}>
            {order.afterMarket && state === 'pending' ? t('afterMarket') : t(`state.${state}`)}
          </Tag>
        }
        valueText={t('at', words)}
        chevron={false}
        {...(typeof opens === 'string' ? { href: opens } : { onPress: opens })}
      />
      {onChange && onCancel && (
        <div className={css.actions}>
          <span className={css.track} aria-hidden="true">
            <i style={{ width: `${(100 * order.filledQuantity) / order.quantity}%` }} />
          </span>
          <button type="button" onClick={onChange} aria-label={t('changeOf', { code: order.code })}>
            {t('change')}
          </button>
          <button type="button" onClick={onCancel} aria-label={t('cancelOf', { code: order.code })}>
            {t('cancelShort')}
          </button>
        </div>
      )}
    </div>
  );
}
