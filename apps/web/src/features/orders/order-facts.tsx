import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { Price } from '#ui/amount.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { ChargeList } from './charge-list.tsx';
import type { Order } from './outcome.ts';

/** On which terms an order stands, and what it has cost. Needs the namespace `orders`. */
export function OrderFacts({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  return (
    <>
      <KeyValue label={listed(t(`side.${order.side}`), t(`product.${order.product}`))}>
        {listed(order.code, order.name)}
      </KeyValue>
      <KeyValue label={t('kind')}>{t(`type.${order.type}`)}</KeyValue>
      {order.price !== null && (
        <KeyValue label={order.type === 'limit' || order.type === 'sl' ? t('limitPrice') : t('protectedPrice')}>
          <Price value={order.price} />
        </KeyValue>
      )}
      {order.triggerPrice !== null && (
        <KeyValue label={t('triggerPrice')}>
          <Price value={order.triggerPrice} />
        </KeyValue>
      )}
      <KeyValue label={t('valid')}>
        {order.validMinutes === null
          ? t(`validity.${order.validity}`)
          : t('minutes', { n: showCount(order.validMinutes, language) })}
      </KeyValue>
      {order.sentBy && <KeyValue label={t('sentBy')}>{t(`by.${order.sentBy}`)}</KeyValue>}
      {order.program && (
        <KeyValue label={t('sentBy')}>
          {order.program.tag === null ? t('by.program') : listed(t('by.program'), order.program.tag)}
        </KeyValue>
      )}
      {order.disclosedQuantity !== null && (
        <KeyValue label={t('disclosed')}>{showCount(order.disclosedQuantity, language)}</KeyValue>
      )}
      {order.filledQuantity > 0 && (
        <>
          <KeyValue label={t('average')}>{showPrice(order.averagePrice, language)}</KeyValue>
          <ChargeList charges={order.charges} label={t('charges')} />
        </>
      )}
      <KeyValue label={t('number')}>{order.id}</KeyValue>
    </>
  );
}
