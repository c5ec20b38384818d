import { isAuction } from '#features/session/share-session.ts';
import { useSquareOff } from '#features/session/square-off.ts';
import { WithTerm } from '#features/terms/with-term.tsx';
import { paragraph } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import type { SharePhase } from './phase-rules.ts';
import { hasTrigger } from './terms.ts';
import type { Side, Stock, Ticket } from './use-ticket.ts';

type Props = { readonly side: Side; readonly ticket: Ticket };

/** What the chosen product means. Needs `ticket`. */
export function ProductHint({ stock, side, ticket: { product, preview } }: Props & { readonly stock: Stock }) {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const squareOff = useSquareOff();
  if (product === 'delivery') return <WithTerm text={t('deliveryHint')} word="T+1" name="settlement" />;
  const time = stock.closesByAuction ? squareOff?.auctioned : squareOff?.others;
  const isShort = side === 'sell' && preview.data?.sellableQuantity === 0;
  const margin = stock.margin ? t('intradayRate', { rate: showPrice(stock.margin.rate, language) }) : t('intradayHint');
  return paragraph(margin, ...(isShort ? [t('shortHint')] : []), ...(time ? [t('squareOff', { time })] : []));
}

/** How an order of the chosen type finds its price, and what a stop waits for. Needs `ticket`. */
export function TypeHint({ side, ticket, phase }: Props & { readonly phase: SharePhase }): string {
  const { t } = useTranslation('ticket');
  const language = useLanguage();
  const { type } = ticket;
  const trigger = ticket.trigger === '' ? '–' : ticket.trigger;
  if (hasTrigger(type)) {
    const waits = side === 'buy' ? t('stopBuy', { trigger }) : t('stopSell', { trigger });
    return paragraph(waits, type === 'sl' ? t('stopLimit', { price: ticket.price }) : t('stopMarket'));
  }
  const inAuction = isPricedByAuction(phase);
  if (type === 'limit') return inAuction ? t('limitAuctionHint') : t('limitHint');
  if (inAuction) return t('marketAuctionHint');
  return phase === 'post_close'
    ? t('marketCloseHint')
    : t('marketHint', { price: showPrice(ticket.protectedPrice, language) });
}

/** Whether an order placed now meets an auction first: this one, or that of the next morning. */
export const isPricedByAuction = (phase: SharePhase): boolean => isAuction(phase) || phase === 'closed';
