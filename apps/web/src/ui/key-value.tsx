import type { ReactNode } from 'react';
import css from './card.module.css';
import { cx } from './class-names.ts';

/** Label at the left, value at the right. `total` is the line that sums up. */
export function KeyValue({
  label,
  children,
  total,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly total?: boolean;
}) {
  return (
    <div className={cx(css.keyValue, total && css.total)}>
      <span>{label}</span>
      <span>{children}</span>
    </div>
  );
}
