import type { ReactNode } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { QuickPicks } from '#ui/choice.tsx';
import { Icon } from '#ui/icons.tsx';
import opening from '#ui/opening-line.module.css';
import { Segmented } from '#ui/segmented.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { showCount } from '#lib/number.ts';
import { PriceField, TriggerStepper } from './price-field.tsx';
import { KINDS, quickQuantities } from './terms.ts';
import css from './ticket-form.module.css';
import { ProductHint, TypeHint } from './ticket-hints.tsx';
import { TicketMore } from './ticket-more.tsx';
import type { OrderKind, Product, Side, Stock, Ticket } from './use-ticket.ts';
import { isTakenForDeliveryOnly } from '#features/surveillance/delivery-only.ts';
import { refusalInPhase, type SharePhase, type TicketField } from './phase-rules.ts';

/** A price of more characters takes more of the line; of still more, in smaller letters. */
const LONG = 7;
const VERY_LONG = 8;

type Props = {
  readonly stock: Stock;
  readonly side: Side;
  readonly ticket: Ticket;
  readonly phase: SharePhase;
  /** The product may not be chosen: it is the position's. */
  readonly productFixed: boolean;
  /** Of the form that the swipe confirms. */
  readonly id?: string;
  /** What stands under a part instead of its hint. */
  readonly errorOf: (field: TicketField) => string | undefined;
};

/**
 * Product, quantity beside price, order type; validity and what is hidden behind one row. Needs `ticket`,
 * `orders` and `refusals`.
 */
export function TicketForm({ id, stock, side, ticket, phase, productFixed, errorOf }: Props) {
  const { t } = useTranslation(['ticket', 'refusals']);
  const language = useLanguage();
  const { preview, type, lotSize, marketLot, product } = ticket;
  const most = preview.data?.maxQuantity;
  const quick = quickQuantities(Math.floor((most ?? 0) / marketLot)).map((lots) => lots * marketLot);
  // A whole holding is sold also where it fills no market lot: no key of the quantity leads there.
  const isOdd = side === 'sell' && (most ?? 0) % marketLot !== 0;
  const isDeliveryOnly = isTakenForDeliveryOnly(stock);
  const count = (value: number): string => showCount(value, language);
  const max = most === undefined ? '–' : count(most);
  const notTaken = (kind: OrderKind): string | undefined => {
    const why = refusalInPhase({ type: kind, validity: 'day' }, phase);
    return why && t(`refusals:${why}`);
  };

  return (
    <form id={id} className={css.form} onSubmit={(event) => event.preventDefault()}>
      <Segmented<Product>
        label={t('product')}
        value={product}
        onChange={ticket.setProduct}
        options={(['delivery', 'intraday'] as const).map((value) => ({
          value,
          label: t(value),
          ...(productFixed && value !== product
            ? { disabled: t('productFixed') }
            : isDeliveryOnly && value === 'intraday' && { disabled: t('deliveryOnly') }),
        }))}
      />
      <Below error={errorOf('product')}>
        <ProductHint stock={stock} side={side} ticket={ticket} />
      </Below>

      <div
        className={cx(css.two, ticket.price.length > LONG && css.long, ticket.price.length > VERY_LONG && css.veryLong)}
      >
        <div>
          <Stepper
            label={t('quantity')}
            value={ticket.quantity}
            onChange={ticket.setQuantity}
            onStep={ticket.stepQuantity}
            lessLabel={t('quantityLess')}
            moreLabel={t('quantityMore')}
            hint={
              marketLot > 1
                ? t('marketLot', { lot: count(marketLot), max })
                : lotSize === 1
                  ? t('atMost', { max })
                  : t('lotIs', { count: lotSize, max })
            }
            error={errorOf('quantity')}
          />
        </div>
        <div>
          <PriceField stock={stock} side={side} ticket={ticket} phase={phase} errorOf={errorOf} />
        </div>
        {type === 'sl' && (
          <div className={css.wide}>
            <TriggerStepper side={side} ticket={ticket} errorOf={errorOf} />
          </div>
        )}
      </div>
      {most !== undefined && (quick.length > 0 || isOdd) && (
        <div className={css.quick}>
          <QuickPicks
            label={t('quantity')}
            value={ticket.quantity}
            onPick={ticket.setQuantity}
            options={[
              ...quick.map((each) => ({ value: count(each), label: count(each) })),
              { value: count(most), label: t('max', { n: count(most) }) },
            ]}
          />
        </div>
      )}

      <p className={css.label}>{t('orderType')}</p>
      <Segmented<OrderKind>
        label={t('orderType')}
        value={type}
        onChange={ticket.setType}
        options={KINDS.map((value) => ({ value, label: t(value), disabled: notTaken(value) }))}
      />
      <Below error={errorOf('type')}>
        <TypeHint side={side} ticket={ticket} phase={phase} />
      </Below>
      <TicketMore ticket={ticket} phase={phase} errorOf={errorOf} />
    </form>
  );
}

/** Instead of an order now: at a price, or again and again. Needs the namespace `ticket`. */
export function OtherWays({ code, side }: { readonly code: string; readonly side: Side }) {
  const { t } = useTranslation('ticket');
  return (
    <>
      <Way text={t('waitForPrice')} to={at('/pages/personal/waiting/trigger', { code, side })} />
      {side === 'buy' && <Way text={t('again')} to={at('/pages/personal/waiting/regular', { code })} />}
    </>
  );
}

const Way = ({ text, to }: { readonly text: string; readonly to: string }) => (
  <a className={opening.line} href={href(to)}>
    <span>
      <Trans text={text} components={{ 1: <b /> }} />
    </span>
    <Icon name="go" size={18} />
  </a>
);

/** What a choice means, or why it is not taken. */
function Below({ error, children }: { readonly error: string | undefined; readonly children: ReactNode }) {
  return (
    <p className={cx(css.hint, error !== undefined && css.error)} role={error === undefined ? undefined : 'alert'}>
      {error ?? children}
    </p>
  );
}
