import { useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/amount.tsx';
import { Tag } from '#ui/choice.tsx';
import { showCount, showPrice } from '#ui/number.ts';
import { ListRow } from '#ui/row.tsx';
import { showMoment } from '#ui/time.ts';
import { SideCode } from './side-code.tsx';
import { outcomeOf, type Order, type Outcome } from './outcome.ts';

const TONES = {
  pending: 'neutral',
  open: 'accent',
  partly: 'accent',
  complete: 'up',
  cancelled: 'neutral',
  cancelledRest: 'neutral',
  rejected: 'down',
  expired: 'warn',
  expiredRest: 'warn',
} as const satisfies Record<Outcome, string>;

/** An order in a list: what was asked, how much of it is filled, how it stands. Needs the namespace `orders`. */
export function OrderRow({ order, onPress }: { readonly order: Order; readonly onPress: () => void }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const outcome = outcomeOf(order);
  const state = outcome === 'cancelledRest' ? 'cancelled' : outcome === 'expiredRest' ? 'expired' : outcome;
  const price = order.type === 'market' ? (order.averagePrice ?? order.price) : order.price;
  return (
    <ListRow
      title={<SideCode side={order.side} code={order.code} />}
      text={`${t(`type.${order.type}`)}, ${showMoment(order.at, language)}`}
      value={<Tag tone={TONES[outcome]}>{t(`state.${state}`)}</Tag>}
      valueText={`${t('filledOf', { filled: showCount(order.filledQuantity, language), quantity: showCount(order.quantity, language) })}, ${showPrice(price, language)}`}
      chevron={false}
      onPress={onPress}
    />
  );
}
