import { Named } from '#features/terms/term.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/checkbox.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { COLUMNS, FIGURE_TERMS, USUAL_COLUMNS, type Column } from './figures.ts';
import css from './screener.module.css';

type Props = {
  readonly open: boolean;
  readonly columns: readonly Column[];
  /** How many there is room for. */
  readonly most: number;
  /** As an address has them; undefined for the usual ones. */
  readonly onChange: (columns: string | undefined) => void;
  readonly onClose: () => void;
};

/** Which figures stand beside the price. */
export default function ColumnsSheet({ open, columns, most, onChange, onClose }: Props) {
  const { t } = useTranslation(['screener', 'common']);
  const set = (next: readonly Column[]): void => {
    const text = COLUMNS.filter((column) => next.includes(column)).join(',');
    onChange(text === USUAL_COLUMNS.join(',') ? undefined : text);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('columns')}
      dock={<Button onClick={onClose}>{t('common:done')}</Button>}
    >
      <ul className={css.columns}>
        {COLUMNS.map((column) => {
          const isOn = columns.includes(column);
          return (
            <li key={column}>
              <Named name={FIGURE_TERMS[column]}>{t(`names.${column}`)}</Named>
              <Switch
                label={t(`names.${column}`)}
                on={isOn}
                onChange={(on) => {
                  if (!on && columns.length === 1) return toast(t('oneColumn'));
                  if (on && columns.length >= most) return toast(t('mostColumns'));
                  return set(on ? [...columns, column] : columns.filter((one) => one !== column));
                }}
              />
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
