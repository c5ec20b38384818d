import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import css from './sort-head.module.css';
import { nextSort, type Sort, type SortColumn } from './sort-quotes.ts';

type Props = {
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  /** The column by which the server has ordered the list itself, shown as active until another is chosen. */
  readonly own?: Sort | undefined;
  readonly nameLabel: string;
};

/** The sticky head of a market list: three columns to sort by, a caret on the active one. */
export function SortHead({ sort, onSort, own, nameLabel }: Props) {
  const { t } = useTranslation('market');
  const active = sort ?? own;
  const column = (name: SortColumn, label: string, className: string | undefined) => {
    const on = active?.column === name;
    return (
      <button
        type="button"
        className={cx(css.column, className, on && css.on)}
        aria-label={listed(
          t('sortBy', { column: label }),
          ...(on ? [t(active.descending ? 'descending' : 'ascending')] : []),
        )}
        aria-pressed={on}
        onClick={() => onSort(nextSort(sort, name))}
      >
        {label}
        {on && <Icon name={active.descending ? 'down' : 'up'} size={14} />}
      </button>
    );
  };
  return (
    <div className={css.head}>
      {column('name', nameLabel, css.name)}
      {column('price', t('lastPrice'), css.figure)}
      {column('change', t('change'), css.figure)}
    </div>
  );
}
