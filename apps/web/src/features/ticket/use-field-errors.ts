import { rupees } from '@khara/money';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { refusedField, type TicketField } from './phase-rules.ts';
import type { FieldErrorReason, Limits, Side } from './terms.ts';
import type { TicketRefusal } from './use-placing.ts';
import type { Ticket } from './use-ticket.ts';

/** What is wrong with a typed figure, with the limit that it broke. Needs `orders` and `refusals`. */
export function useFieldErrors(): (reason: FieldErrorReason, limits: Limits, side?: Side) => string {
  const { t } = useTranslation(['orders', 'refusals']);
  const language = useLanguage();
  const price = (paise: bigint): string => showPrice(rupees(paise), language);
  return (reason, { tick, bandLow, bandHigh, bandPercent, minimum, maximum }, side) => {
    if (reason === 'quantity_invalid' && minimum > 1)
      return t(side === 'sell' ? 'limits.market_lot_sale' : 'limits.market_lot', { lot: showCount(minimum, language) });
    if (reason === 'tick_invalid') return t('limits.tick_invalid', { tick: price(tick) });
    if (reason === 'quantity_above_maximum') {
      return t('limits.quantity_above_maximum', { maximum: showCount(maximum, language) });
    }
    if (reason === 'price_out_of_band' && bandLow !== null && bandHigh !== null) {
      const band = { low: price(bandLow), high: price(bandHigh) };
      return bandPercent == null
        ? t('limits.price_out_of_band', band)
        : t('limits.price_out_of_band_more', { ...band, percent: bandPercent });
    }
    return t(`refusals:${reason}`);
  };
}

/**
 * What stands at a field: its value's own fault, then what the server said to the last attempt, then what it foresees.
 */
export function useShownErrors(ticket: Ticket, side: Side, refused: TicketRefusal | undefined) {
  const { t } = useTranslation('refusals');
  const fieldError = useFieldErrors();
  const { wrong, foreseen, limits, quantity } = ticket;
  return (field: TicketField): string | undefined => {
    const isUntouched = field === 'quantity' && quantity === '';
    if (wrong?.field === field) return isUntouched ? undefined : fieldError(wrong.reason, limits);
    if (wrong) return undefined;
    if (refused) return refused.field === field ? refused.message : undefined;
    if (foreseen === undefined || refusedField(foreseen) !== field) return undefined;
    return foreseen === 'quantity_invalid' ? fieldError(foreseen, limits, side) : t(`refusals:${foreseen}`);
  };
}
