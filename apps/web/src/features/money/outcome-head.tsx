import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icons.tsx';
import css from './outcome-head.module.css';

type Props = {
  readonly tone: 'accent' | 'up' | 'down' | 'neutral';
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
};

/**
 * What became of money on its way, at the top of a sheet: a sign, a sentence, and what it means. A failure is
 * announced at once.
 */
export function OutcomeHead({ tone, icon, title, children }: Props) {
  return (
    <div className={css.outcome} role={tone === 'down' ? 'alert' : 'status'}>
      <span className={cx(css.sign, css[tone])}>
        <Icon name={icon} size={30} />
      </span>
      <b>{title}</b>
      {children}
    </div>
  );
}
