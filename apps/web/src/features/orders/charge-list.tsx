import { useId, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Money } from '#ui/amount.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import css from './charge-list.module.css';
import { chargeItems, type Charges } from './outcome.ts';

type Props = {
  readonly charges: Charges;
  readonly label: string;
  /** Open from the start. */
  readonly expanded?: boolean;
};

/** The total of the charges in one line, which opens to every item. Needs the namespace `orders`. */
export function ChargeList({ charges, label, expanded = false }: Props) {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState(expanded);
  const id = useId();
  return (
    <>
      <button type="button" className={css.line} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className={css.label}>
          {label}
          <Icon name={open ? 'up' : 'down'} size={16} />
        </span>
        <Money className={css.amount} value={charges.total} hideable={false} />
      </button>
      <dl id={id} className={cx(css.items, !open && css.closed)}>
        {chargeItems(charges).map((item) => (
          <div key={item}>
            <dt>{t(`items.${item}`)}</dt>
            <dd>
              <Money value={charges[item]} bare hideable={false} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
