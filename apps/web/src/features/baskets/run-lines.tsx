import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { RUN_REASONS } from '@khara/contract';
import type { OrderRun } from './basket.ts';
import css from './baskets.module.css';
import { SideMark } from './side-mark.tsx';

const ORDERS = '/pages/personal/transaction/index';

/** Why an order or a run has nothing, in words. Needs `baskets` and `refusals`. */
export function useRunReason(): (reason: string) => string {
  const { t } = useTranslation(['baskets', 'refusals']);
  return (reason) => {
    const own = RUN_REASONS.find((one) => one === reason);
    // A refusal that this version has no text for is named.
    return own ? t(`reason.${own}`) : t(`refusals:${reason}` as 'refusals:insufficient_funds');
  };
}

/** What became of each order of a run. Needs `baskets`, `orders` and `refusals`. */
export function RunLines({ run }: { readonly run: OrderRun }) {
  const { t } = useTranslation(['baskets', 'orders']);
  const language = useLanguage();
  const words = useRunReason();
  return (
    <RowGroup className={css.rows}>
      {run.orders.map((line, no) => {
        const { order } = line;
        return (
          <ListRow
            key={no}
            lead={<SideMark side={line.side} />}
            title={line.code}
            text={
              order
                ? t('filledOf', {
                    filled: showCount(order.filledQuantity, language),
                    quantity: showCount(order.quantity, language),
                  })
                : line.reason === null
                  ? t(run.state === 'skipped' ? 'notSent' : 'underWay')
                  : words(line.reason)
            }
            value={order ? t(`orders:state.${order.state}`) : t('notPlaced')}
            {...(order?.averagePrice != null && { valueText: showPrice(order.averagePrice, language) })}
            {...(order && { href: href(at(ORDERS, { tab: 'orders', order: order.id })) })}
          />
        );
      })}
    </RowGroup>
  );
}
