import { paise, rupees } from '@khara/money';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refresh } from '#api/client.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { Price, useLanguage } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { showCount, showMoney, showPrice } from '#ui/number.ts';
import { Ring } from '#ui/ring.tsx';
import { showTimeSeconds } from '#ui/time.ts';
import { Timeline, type TimelineStep } from '#ui/timeline.tsx';
import { toast } from '#ui/toast.ts';
import { ChargeList } from './charge-list.tsx';
import css from './order-view.module.css';
import { endReason, isOpen, outcomeOf, restOf, type OrderStory, type OrderWithFills } from './outcome.ts';

type Props = {
  /** The order as it was last told; its story is asked for here and follows the socket. */
  readonly order: OrderWithFills | OrderStory;
  /** In a sheet, where cards would stand in a card. */
  readonly inSheet?: boolean;
};

/** One order: how much of it is filled, what happened, on which terms. Needs the namespace `orders`. */
export function OrderView({ order: told, inSheet }: Props) {
  const { t } = useTranslation(['orders', 'common']);
  const language = useLanguage();
  const asked = useCall('orderDetail', { id: told.id });
  // The answer to the order itself may be newer than the story asked for a moment ago.
  const order = asked.data && asked.data.updatedAt >= told.updatedAt ? asked.data : told;
  const outcome = outcomeOf(order);
  const count = (quantity: number): string => showCount(quantity, language);
  const average = showPrice(order.averagePrice, language);

  const sentence = {
    pending: () => t('result.pending'),
    open: () => t('result.open'),
    partly: () =>
      t('result.partly', { filled: count(order.filledQuantity), price: average, rest: count(restOf(order)) }),
    complete: () => t('result.complete', { quantity: count(order.quantity), price: average }),
    cancelled: () => t('result.cancelled'),
    cancelledRest: () => t('result.cancelledRest', { filled: count(order.filledQuantity) }),
    expired: () => t('result.expired'),
    expiredRest: () => t('result.expiredRest', { filled: count(order.filledQuantity) }),
    rejected: () => t('result.rejected', { reason: t(`reason.${endReason(order.reason)}`) }),
  }[outcome]();
  const heading = outcome === 'cancelledRest' ? 'cancelled' : outcome === 'expiredRest' ? 'expired' : outcome;

  const Block = inSheet ? Flat : Card;
  return (
    <>
      <Block className={css.result}>
        <div role="status" className={css.status}>
          <Ring part={order.filledQuantity / order.quantity} tone="up">
            <b className={css.filled}>{count(order.filledQuantity)}</b>
            <small className={css.of}>{t('filledOf', { filled: '', quantity: count(order.quantity) }).trim()}</small>
          </Ring>
          <h2>{t(`state.${heading}`)}</h2>
          <p>{sentence}</p>
        </div>
        {isOpen(order) && <CancelRest order={order} />}
      </Block>

      <Block className={css.card}>
        <Timeline steps={stepsOf(order, t, language)} />
      </Block>

      <Block className={css.card}>
        <KeyValue label={`${t(`side.${order.side}`)}, ${t(`product.${order.product}`)}`}>
          {order.code}, {order.name}
        </KeyValue>
        <KeyValue label={order.type === 'market' ? t('protectedPrice') : t('limitPrice')}>
          <Price value={order.price} />
        </KeyValue>
        <KeyValue label={t('valid')}>{t(`validity.${order.validity}`)}</KeyValue>
        {order.filledQuantity > 0 && (
          <>
            <KeyValue label={t('average')}>{average}</KeyValue>
            <ChargeList charges={order.charges} label={t('charges')} />
          </>
        )}
        <KeyValue label={t('number')}>{order.id}</KeyValue>
      </Block>
      <p className={css.practice}>{order.side === 'buy' ? t('practiceOrder') : t('practiceSale')}</p>
    </>
  );
}

function Flat({ className, children }: { readonly className: string | undefined; readonly children: ReactNode }) {
  return <section className={cx(css.flat, className)}>{children}</section>;
}

/** Cancels what still waits, after asking once more: the second press stands where the first one stood. */
function CancelRest({ order }: { readonly order: OrderStory | OrderWithFills }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const label = order.filledQuantity > 0 ? t('cancelRest') : t('cancel');

  async function cancel() {
    setBusy(true);
    const result = await call('cancelOrder', { id: order.id });
    setBusy(false);
    setAsking(false);
    toast(result.ok ? t('cancelled') : result.message, { urgent: !result.ok });
    refresh(AFTER_ORDER);
  }

  if (!asking) {
    return (
      <Button look="secondary" size="md" className={css.cancel} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <div className={css.asking} role="alertdialog" aria-label={t('cancelAsk')}>
      <p>{t('cancelText', { rest: showCount(restOf(order), language) })}</p>
      <div className={css.answers}>
        <Button look="secondary" size="md" onClick={() => setAsking(false)}>
          {t('keep')}
        </Button>
        <Button size="md" busy={busy} onClick={() => void cancel()}>
          {label}
        </Button>
      </div>
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation<['orders', 'common']>>['t'];

/** Newest first, at real instants. The fills come from the fills themselves, since the timeline may not know them yet. */
function stepsOf(
  order: OrderStory | OrderWithFills,
  t: Translate,
  language: ReturnType<typeof useLanguage>,
): readonly TimelineStep[] {
  const time = (at: number): string => showTimeSeconds(at, language);
  const steps: { readonly at: number; readonly rank: number; readonly step: TimelineStep }[] = [
    {
      at: order.at,
      rank: 0,
      step: { key: 'accepted', title: t('accepted'), text: t('acceptedText'), time: time(order.at) },
    },
  ];
  if ('timeline' in order) {
    order.timeline.forEach(({ state, at, quantity, price, reason }, index) => {
      const isFill = price !== undefined;
      if (isFill || state === 'pending' || state === 'complete') return;
      const title = t(`state.${state}`);
      const rest = quantity !== undefined && reason !== undefined ? t(`reason.${endReason(reason)}`) : undefined;
      steps.push({
        at,
        rank: 1,
        step: { key: `${state}${index}`, title, time: time(at), ...(rest !== undefined && { text: rest }) },
      });
    });
  } else if (order.state === 'open') {
    steps.push({ at: order.at, rank: 1, step: { key: 'open', title: t('state.open'), time: time(order.at) } });
  }
  let paid = 0n;
  for (const fill of order.fills.toSorted((a, b) => a.at - b.at)) {
    paid += paise(fill.charges.total) ?? 0n;
    steps.push({
      at: fill.at,
      rank: 2,
      step: {
        key: fill.id,
        title: t('filledAt', { quantity: showCount(fill.quantity, language), price: showPrice(fill.price, language) }),
        text: t('chargesSoFar', { amount: showMoney(rupees(paid), language) }),
        time: time(fill.at),
      },
    });
  }
  return steps.toSorted((a, b) => b.at - a.at || b.rank - a.rank).map(({ step }) => step);
}
