import { Icon } from '#ui/icons.tsx';
import { ListRow } from '#ui/row.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './choice-sheet.module.css';

type Props<V extends string> = {
  readonly open: boolean;
  readonly title: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChoose: (value: V) => void;
  readonly onClose: () => void;
};

/** One of many, in a sheet: what a filter's chip opens. */
export function ChoiceSheet<V extends string>({ open, title, options, value, onChoose, onClose }: Props<V>) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={css.list}>
        {options.map((option) => (
          <ListRow
            key={option.value}
            title={option.label}
            value={option.value === value ? <Icon name="check" size={20} className={css.chosen} /> : undefined}
            chevron={false}
            onPress={() => {
              onChoose(option.value);
              onClose();
            }}
          />
        ))}
      </div>
    </Sheet>
  );
}
