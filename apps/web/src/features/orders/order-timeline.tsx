import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Term } from '../terms/term.tsx';
import type { TermName } from '../terms/term-sheet.tsx';
import { hasLimit } from '../ticket/terms.ts';
import { useLanguage } from '../../lib/language.ts';
import { cx } from '../../ui/class-names.ts';
import { Tag } from '../../ui/choice.tsx';
import { showCount } from '../../lib/number.ts';
import { dayWithTime, showMarketDate, showMarketSeconds, showMomentSeconds } from '../../lib/time.ts';
import { BookPicture } from './book-picture.tsx';
import type { Language } from '@khara/contract';
import type { OrderDetail, OrderStep } from './outcome.ts';
import css from './order-timeline.module.css';

const TONES = {
  accepted: 'quiet',
  waits_for_open: 'waits',
  opened: 'list',
  trigger_pending: 'waits',
  triggered: 'list',
  filled: 'filled',
  modified: 'list',
  modify_refused: 'refused',
  cancel_refused: 'refused',
  became_limit: 'list',
  cancelled: 'ended',
  expired: 'ended',
  rejected: 'refused',
  not_delivered: 'waits',
  bought_in: 'refused',
  closed_out: 'refused',
} as const satisfies Record<OrderStep['step'], string>;

/**
 * Why an order did what it did: every step with its rule, newest first, by the market's clock; below, when
 * that was by the reader's own. Needs the namespace `orders`.
 */
export function OrderTimeline({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const [first, last] = [order.timeline[0], order.timeline.at(-1)];
  return (
    <>
      <ol aria-label={t('history.title')}>
        {withProgress(order.timeline)
          .toReversed()
          .map(({ step, before }, index) => (
            // Steps have no number of their own; they are only ever added at the end.
            <li key={order.timeline.length - index} className={cx(css.step, css[TONES[step.step]])}>
              <i className={css.dot} />
              <div className={css.words}>
                <p className={css.head}>
                  <b>
                    <StepText step={step} />
                  </b>
                  <time dateTime={step.marketTime}>{marketText(order, step, language)}</time>
                </p>
                {step.why !== undefined && <p className={css.why}>{step.why}</p>}
                {step.book && (
                  <BookPicture
                    book={step.book}
                    side={order.side}
                    own={ownAt(order, step)}
                    queues={hasLimit(order.type)}
                  />
                )}
                {step.step === 'filled' && step.quantity !== undefined && (
                  <div className={css.fill}>
                    <span className={css.track} aria-hidden="true">
                      <i style={{ width: part(before, order.quantity) }} />
                      <i className={css.this} style={{ width: part(step.quantity, order.quantity) }} />
                    </span>
                    <span>
                      {t('filledOf', {
                        filled: showCount(before + step.quantity, language),
                        quantity: showCount(order.quantity, language),
                      })}
                    </span>
                  </div>
                )}
                {step.step === 'modified' && step.keptPriority !== undefined && (
                  <Tag tone={step.keptPriority ? 'up' : 'warn'}>
                    {step.keptPriority ? t('history.kept') : t('history.lost')}
                  </Tag>
                )}
              </div>
            </li>
          ))}
      </ol>
      {first && last && (
        <p className={css.yourClock}>
          {t('history.yourClock', {
            from: showMomentSeconds(first.at, language),
            to: showMomentSeconds(last.at, language),
          })}
        </p>
      )}
    </>
  );
}

/** Market time of a step, with its date where that is another than the order's. */
function marketText({ marketDate }: OrderDetail, { marketTime }: OrderStep, language: Language): string {
  const fields = indiaFields(marketTime);
  const time = showMarketSeconds(fields);
  return marketTime.startsWith(marketDate) ? time : dayWithTime(showMarketDate(fields, language), time, language);
}

/** Steps whose word a reader may meet here first. */
const WORDS: { readonly [step in OrderStep['step']]?: TermName } = {
  not_delivered: 'shortDelivery',
  bought_in: 'shortDelivery',
  closed_out: 'closeOut',
};

function StepText({ step: { step, text } }: { readonly step: OrderStep }) {
  const word = WORDS[step];
  return word ? <Term name={word}>{text}</Term> : text;
}

/**
 * What came to the book with this step. The order's own figures are those of now, and only of an order that
 * was never changed those of then.
 */
function ownAt(order: OrderDetail, step: OrderStep): { readonly quantity: number; readonly price: string } | undefined {
  const price = step.price ?? (order.modifications === 0 ? order.price : null);
  const quantity = step.quantity ?? (order.modifications === 0 ? order.quantity : undefined);
  return price === null || quantity === undefined ? undefined : { quantity, price };
}

const part = (quantity: number, of: number): string => `${((100 * quantity) / Math.max(1, of)).toFixed(2)}%`;

/** Each step with what was filled before it. */
function withProgress(
  timeline: readonly OrderStep[],
): readonly { readonly step: OrderStep; readonly before: number }[] {
  let filled = 0;
  return timeline.map((step) => {
    const before = filled;
    if (step.step === 'filled') filled += step.quantity ?? 0;
    return { step, before };
  });
}
