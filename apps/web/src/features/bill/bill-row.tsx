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
import type { BillLine } from './by-day.ts';

/** One entry: what it was, by how much, and what there was afterwards. Needs the namespace `bill`. */
export function BillRow({ line, onPress }: { readonly line: BillLine; readonly onPress: () => void }) {
  const { t } = useTranslation('bill');
  const language = useLanguage();
  const hidden = useHiddenAmounts((state) => state.hidden);
  const kind = t(`businessType.${line.businessType}`);
  const after = showMoney(line.after, language, { currency: line.currency });
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
      valueText={t('balanceThen', { amount: hidden ? HIDDEN : after })}
      chevron={false}
      onPress={onPress}
    />
  );
}
