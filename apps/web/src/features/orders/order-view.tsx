import { useState, type ReactNode } from 'react';
import { hasText } from '#i18n/has-text.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useCall } from '#api/use-call.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { Note } from '#ui/note.tsx';
import { showCount, showPrice } from '#lib/number.ts';
import { Ring } from '#ui/ring.tsx';
import { ListRow } from '#ui/row.tsx';
import { SkeletonBar, Skeleton } from '#ui/states.tsx';
import { CancelRest } from './cancel-rest.tsx';
import css from './order-view.module.css';
import {
  endReason,
  isOpen,
  orderOutcome,
  openQuantity,
  type Order,
  type OrderDetail,
  type OrderWithFills,
} from './outcome.ts';
import { Match } from './match.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { lazyPart, lazySheet } from '#ui/lazy-part.tsx';

// Comes after the order itself.
const NoteCard = lazyPart<{ readonly order: OrderDetail; readonly in: typeof Card | typeof Flat }>(() =>
  import('#features/journal/note-card.tsx').then(({ NoteCard: Words }) => ({
    default: ({ order, in: Block }) => (
      <Block className={css.card}>
        <Words order={order} />
      </Block>
    ),
  })),
);
// Comes with the first order that is changed.
const ChangeSheet = lazySheet(() => import('./change-sheet.tsx'));

type Props = {
  /** The order as last received; its history is asked for here and follows the socket. */
  readonly order: OrderWithFills | OrderDetail;
  /** It was placed a moment ago: what is filled of it has just been filled. */
  readonly isNew?: boolean;
  /** In a sheet, where cards would stand in a card. Another sheet has to take its place to change the order. */
  readonly onChange?: (order: Order) => void;
};

/**
 * One order: how much of it is filled, why it did what it did, on which terms. Needs the namespaces `orders`,
 * `ticket` and `refusals`.
 */
export function OrderView({ order: received, isNew, onChange }: Props) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  /** Undefined until it is first asked for. */
  const [changing, setChanging] = useState<boolean>();
  const asked = useCall('orderDetail', { id: received.id });
  // The answer to the order itself may be newer than the history asked for a moment ago.
  const order = asked.data && asked.data.updatedAt >= received.updatedAt ? asked.data : received;
  /** As much as was filled before the reader looked. */
  const [filledBefore] = useState(isNew ? 0 : received.filledQuantity);
  const lastFill = order.fills.at(-1);
  const outcome = orderOutcome(order);
  const sentence = useOutcomeSentence(order);
  const count = (quantity: number): string => showCount(quantity, language);
  const heading = {
    cancelledRest: 'cancelled',
    expiredRest: 'expired',
    waiting: 'trigger_pending',
  } as const satisfies Partial<Record<typeof outcome, string>>;
  const ended = !isOpen(order) && outcome !== 'complete' && order.reason !== null && outcome !== 'rejected';

  // A day that runs has a seed that is sealed; an order that the exchange did not take is in no log.
  const running = useMarketClock(({ market }) => market?.marketTime.slice(0, 10));
  const canBeRelived = running !== undefined && order.marketDate < running && outcome !== 'rejected' && !isOpen(order);

  const inSheet = onChange !== undefined;
  const Block = inSheet ? Flat : Card;
  const detail = 'timeline' in order ? order : asked.data;
  return (
    <>
      <Block className={css.result}>
        <div role="status" className={css.status}>
          <Ring part={order.filledQuantity / order.quantity} tone="up">
            <b className={css.filled}>{count(order.filledQuantity)}</b>
            <small className={css.of}>{t('filledOf', { filled: '', quantity: count(order.quantity) }).trim()}</small>
          </Ring>
          <h2>{t(`state.${outcome in heading ? heading[outcome as keyof typeof heading] : (outcome as 'open')}`)}</h2>
          <p>{sentence}</p>
          {ended && <p>{t(`reason.${endReason(order.reason)}`)}</p>}
          {lastFill && <Match order={order} fill={lastFill} isNew={order.filledQuantity > filledBefore} />}
          {order.bySystem && <Tag tone="warn">{t('bySystem')}</Tag>}
        </div>
        {isOpen(order) && (
          <ChangeOrCancel order={order} onChange={() => (onChange ? onChange(order) : setChanging(true))} />
        )}
      </Block>

      <Block className={css.card}>
        <h3 className={css.why}>{t('history.title')}</h3>
        {detail ? (
          <OrderTimeline order={detail} />
        ) : (
          <Skeleton>
            <SkeletonBar height="4rem" />
          </Skeleton>
        )}
      </Block>

      {detail && outcome !== 'rejected' && <NoteCard order={detail} in={Block} />}

      {canBeRelived && detail?.logNumber !== undefined && (
        <Block className={css.card}>
          <ListRow
            icon="clock"
            title={t('waited')}
            text={t('waitedText')}
            href={href(at('/pages/lab/day', { date: order.marketDate, code: order.code, wait: detail.logNumber }))}
          />
        </Block>
      )}

      <Block className={css.card}>
        <OrderFacts order={order} />
      </Block>
      {order.product === 'intraday' && isOpen(order) && <Note className={css.card}>{t('squareOffNote')}</Note>}
      <p className={css.practice}>{order.side === 'buy' ? t('practiceOrder') : t('practiceSale')}</p>
      {!inSheet && changing !== undefined && (
        <ChangeSheet order={order} open={changing} onClose={() => setChanging(false)} />
      )}
    </>
  );
}

/** What became of the order so far, in a sentence. */
function useOutcomeSentence(order: Order): string {
  const { t } = useTranslation(['orders', 'refusals']);
  const language = useLanguage();
  const count = (quantity: number): string => showCount(quantity, language);
  const [price, filled] = [showPrice(order.averagePrice, language), count(order.filledQuantity)];
  /** A rejected order names a refusal. */
  const refusalText = (reason: string | null): string =>
    reason !== null && hasText(`refusals:${reason}`)
      ? t(`refusals:${reason as 'tick_invalid'}`) // any of them: they have no places to fill here
      : t('reason.other');
  return {
    pending: () => (order.afterMarket ? t('result.afterMarket') : t('result.pending')),
    open: () => t('result.open'),
    waiting: () => t('result.waiting', { trigger: showPrice(order.triggerPrice, language) }),
    partly: () => t('result.partly', { filled, price, rest: count(openQuantity(order)) }),
    complete: () => t('result.complete', { quantity: count(order.quantity), price }),
    cancelled: () => t('result.cancelled'),
    cancelledRest: () => t('result.cancelledRest', { filled }),
    expired: () => t('result.expired'),
    expiredRest: () => t('result.expiredRest', { filled }),
    rejected: () => t('result.rejected', { reason: refusalText(order.reason) }),
  }[orderOutcome(order)]();
}

/** What can be done with an order that is open. */
function ChangeOrCancel({ order, onChange }: { readonly order: Order; readonly onChange: () => void }) {
  const { t } = useTranslation('orders');
  const [cancelling, setCancelling] = useState(false);
  if (cancelling) return <CancelRest order={order} onDone={() => setCancelling(false)} />;
  return (
    <div className={css.answers}>
      <Button look="secondary" size="md" onClick={onChange} disabled={order.bySystem}>
        {t('change')}
      </Button>
      <Button look="secondary" size="md" onClick={() => setCancelling(true)} disabled={order.bySystem}>
        {order.filledQuantity > 0 ? t('cancelRest') : t('cancel')}
      </Button>
    </div>
  );
}

function Flat({ className, children }: { readonly className: string | undefined; readonly children: ReactNode }) {
  return <section className={cx(css.flat, className)}>{children}</section>;
}
