import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import css from './row.module.css';

/** Rows together in a card. */
export function RowGroup({
  children,
  className,
  ...rest
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly role?: string;
  readonly 'aria-label'?: string;
}) {
  return (
    <div {...rest} data-block="" className={cx(css.group, className)}>
      {children}
    </div>
  );
}

/** A 38 px tile for an icon at the left of a row. */
export function IconTile({
  icon,
  tone = 'neutral',
}: {
  readonly icon: IconName;
  readonly tone?: 'neutral' | 'accent' | 'gold' | 'up';
}) {
  return (
    <span className={cx(css.tile, css[tone])}>
      <Icon name={icon} size={20} />
    </span>
  );
}
