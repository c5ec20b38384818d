import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import { Field } from '#ui/field.tsx';
import { Stepper } from '#ui/stepper.tsx';
import type { SharePhase, TicketField } from './phase-rules.ts';
import { hasLimit } from './terms.ts';
import { isPricedByAuction } from './ticket-hints.tsx';
import type { Side, Stock, Ticket } from './use-ticket.ts';

type Props = {
  readonly side: Side;
  readonly ticket: Ticket;
  readonly errorOf: (field: TicketField) => string | undefined;
};

/** The limit, or the trigger of a stop without one, or how a market order finds its price. Needs `ticket`. */
export function PriceField({
  stock,
  side,
  ticket,
  phase,
  errorOf,
}: Props & { readonly stock: Stock; readonly phase: SharePhase }) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const { type } = ticket;
  if (hasLimit(type)) {
    return (
      <Stepper
        label={type === 'sl' ? t('limitPrice') : t('price')}
        inputMode="decimal"
        value={ticket.price}
        onChange={ticket.setPrice}
        onStep={ticket.stepPrice}
        lessLabel={t('priceLess')}
        moreLabel={t('priceMore')}
        hint={bandHint(stock)}
        error={errorOf('price')}
      />
    );
  }
  if (type === 'sl_m') return <TriggerStepper side={side} ticket={ticket} errorOf={errorOf} />;
  const inAuction = isPricedByAuction(phase);
  const atClose = phase === 'post_close';
  return (
    <Field
      label={t('price')}
      value={inAuction ? t('atAuction') : atClose ? t('atClose') : t('atMarket')}
      readOnly
      hint={
        inAuction || atClose
          ? t('auctionPriceHint')
          : `${t('protectedPrice')} ${showPrice(ticket.protectedPrice, language)}`
      }
    />
  );

  function bandHint({ bandLow, bandHigh, tickSize }: Stock): string {
    return bandLow === null || bandHigh === null
      ? t('tickIs', { tick: showPrice(tickSize, language) })
      : t('band', { low: showPrice(bandLow, language), high: showPrice(bandHigh, language) });
  }
}

/** The price at which a stop wakes. Needs `ticket`. */
export function TriggerStepper({ side, ticket, errorOf }: Props) {
  const { t } = useTranslation('ticket');
  return (
    <Stepper
      label={t('triggerPrice')}
      inputMode="decimal"
      value={ticket.trigger}
      onChange={ticket.setTrigger}
      onStep={ticket.stepTrigger}
      lessLabel={t('priceLess')}
      moreLabel={t('priceMore')}
      hint={side === 'buy' ? t('triggerAbove') : t('triggerBelow')}
      error={errorOf('trigger')}
    />
  );
}
