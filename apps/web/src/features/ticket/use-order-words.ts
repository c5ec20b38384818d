import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import type { Ticket } from './use-ticket.ts';

type Words = {
  /** How the order finds its price: "Limit 1,302.90". */
  readonly kindOf: (ticket: Ticket) => string;
  /** All terms in one line, for the reader who confirms them: "Limit 1,302.90, Delivery, Day". */
  readonly termsOf: (ticket: Ticket) => string;
};

/** A ticket's terms in words. Needs `ticket` and `orders`. */
export function useOrderWords(): Words {
  const { t } = useTranslation(['ticket', 'orders']);
  const language = useLanguage();
  /** Limit and trigger as they are asked for. */
  const showPrices = (price: string | number | undefined, trigger: string | number | undefined): string => {
    const shown = price === undefined ? '' : showPrice(String(price), language);
    return trigger === undefined
      ? shown
      : `${shown} ${t('summaryTrigger', { trigger: showPrice(String(trigger), language) })}`.trim();
  };
  const kindOf = ({ terms, type }: Ticket): string =>
    `${t(`orders:type.${type}`)} ${showPrices(terms?.price, terms?.triggerPrice)}`.trim();
  const termsOf = (ticket: Ticket): string =>
    t('summary', {
      what: kindOf(ticket),
      product: t(`orders:product.${ticket.product}`),
      validity:
        ticket.validity === 'minutes' ? t('minutes', { n: ticket.minutes }) : t(`orders:validity.${ticket.validity}`),
    });
  return { kindOf, termsOf };
}
