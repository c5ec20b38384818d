import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { HIDDEN, showMoney, signOf } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { IconTile } from '#ui/row-group.tsx';
import css from './bill-row.module.css';
import { BUSINESS_ICONS } from './bill-words.ts';
import type { BillEvent } from './by-day.ts';

type Props = { readonly event: BillEvent; readonly onPress: () => void };

/** One event: what it was, by how much, its charges, and what there was afterwards. Needs the namespace `bill`. */
export function BillRow({ event: { line, charges, after }, onPress }: Props) {
  const { t } = useTranslation('bill');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const kind = t(`businessType.${line.businessType}`);
  const then = showMoney(after, language, { currency: line.currency });
  return (
    <ListRow
      className={css.row ?? ''}
      lead={<IconTile icon={BUSINESS_ICONS[line.businessType]} />}
      title={kind}
      text={line.remark === kind ? undefined : line.remark}
      value={
        <Money
          value={line.changedAmount}
          currency={line.currency}
          sign="always"
          className={cx(css.changed, signOf(line.changedAmount) > 0 && css.in)}
        />
      }
      valueText={
        <>
          {charges && (
            <span className={css.charges}>
              {t('businessType.charges')}{' '}
              <Money value={charges.changedAmount} currency={charges.currency} sign="always" />
            </span>
          )}
          {t('balanceThen', { amount: hidden ? HIDDEN : then })}
        </>
      }
      chevron={false}
      onPress={onPress}
    />
  );
}
