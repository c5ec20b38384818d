import { paise, rupees } from '@khara/money';
import { useOwnLimits } from '#features/limits/use-own-limits.ts';
import { labelled } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { Progress } from '#ui/progress.tsx';
import type { Assistant } from './assistant-list.tsx';
import css from './assistants.module.css';

/** Money in rupees, or a number of orders. */
type Met = { readonly name: string; readonly used: string; readonly limit: string; readonly isMoney: boolean };

/** A count with one order more. */
const next = (used: string | number | undefined): string => String(Number(used ?? 0) + 1);

/** The limits that an order meets, each with what would be used with it: of its assistant, and the member's own. */
export function LimitsMet({ day, value }: { readonly day: Assistant['day'] | undefined; readonly value: string }) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const own = useOwnLimits().data?.limits ?? [];
  const ofKind = (kind: (typeof own)[number]['kind']) =>
    own.find((limit) => limit.kind === kind && limit.value !== null);
  const [largest, orders, loss] = [ofKind('largest_order'), ofKind('day_orders'), ofKind('day_loss')];
  const met: readonly Met[] = [
    ...(day
      ? [
          {
            name: t('meets.sum'),
            used: rupees((paise(day.amount.used) ?? 0n) + (paise(value) ?? 0n)),
            limit: day.amount.limit,
            isMoney: true,
          },
          { name: t('meets.orders'), used: next(day.orders.used), limit: String(day.orders.limit), isMoney: false },
        ]
      : []),
    ...(largest?.value ? [{ name: t('meets.largest'), used: value, limit: largest.value, isMoney: true }] : []),
    ...(orders?.value
      ? [{ name: t('meets.ownOrders'), used: next(orders.used), limit: orders.value, isMoney: false }]
      : []),
    ...(loss?.value ? [{ name: t('meets.loss'), used: loss.used ?? '0.00', limit: loss.value, isMoney: true }] : []),
  ];
  if (met.length === 0) return null;
  const show = (text: string, isMoney: boolean) =>
    isMoney ? showMoney(text, language).replace(/\.\d+$/, '') : showCount(Number(text), language);
  return (
    <div className={css.question}>
      <h4>{t('meets.title')}</h4>
      {met.map(({ name, used, limit, isMoney }) => {
        const words = t('meets.used', { used: show(used, isMoney), limit: show(limit, isMoney) });
        return (
          <div key={name} className={css.met}>
            <p className={css.sums}>
              <span>{name}</span>
              <b>{words}</b>
            </p>
            <Progress label={labelled(name, words)} part={Number(used) / Number(limit)} />
          </div>
        );
      })}
    </div>
  );
}
