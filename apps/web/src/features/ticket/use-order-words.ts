import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import type { Ticket } from './use-ticket.ts';

/**
 * A ticket's terms in one line, for the reader who confirms them: "Limit 1,302.90, Delivery, Day". Needs
 * `ticket` and `orders`.
 */
export function useOrderWords(): (ticket: Ticket) => string {
  const { t } = useTranslation(['ticket', 'orders']);
  const language = useLanguage();
  /** Limit and trigger as they are asked for. */
  const showPrices = (price: string | number | undefined, trigger: string | number | undefined): string => {
    const shown = price === undefined ? '' : showPrice(String(price), language);
    return trigger === undefined
      ? shown
      : `${shown} ${t('summaryTrigger', { trigger: showPrice(String(trigger), language) })}`.trim();
  };
  return ({ terms, type, product, validity, minutes }) =>
    t('summary', {
      what: `${t(`orders:type.${type}`)} ${showPrices(terms?.price, terms?.triggerPrice)}`.trim(),
      product: t(`orders:product.${product}`),
      validity: validity === 'minutes' ? t('minutes', { n: minutes }) : t(`orders:validity.${validity}`),
    });
}
