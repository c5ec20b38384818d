import type { ComponentProps } from 'react';
import css from './button.module.css';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';

type Look = 'primary' | 'secondary' | 'line' | 'buy' | 'sell' | 'text';
type Props = ComponentProps<'button'> & {
  readonly look?: Look;
  /** `md` is 44 px high, for cards; the default 52 px, for docks and forms. */
  readonly size?: 'lg' | 'md';
  readonly icon?: IconName;
  /** Shows a spinner inside; the button keeps its width and cannot be pressed. */
  readonly busy?: boolean;
};

export function Button({
  look = 'primary',
  size = 'lg',
  icon,
  busy,
  disabled,
  className,
  children,
  type,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={cx(css.button, css[look], size === 'md' && css.md, className)}
      disabled={disabled ?? false}
      aria-disabled={busy || disabled}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy && <span className={css.spinner} />}
      <span className={cx(css.label, busy && css.away)}>
        {icon && <Icon name={icon} size={size === 'md' ? 18 : 20} />}
        {children}
      </span>
    </button>
  );
}

/** An icon in 44 × 44 px. `label` is its name for readers who cannot see it. */
export function IconButton({
  icon,
  label,
  badge,
  size = 24,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'type'> & {
  readonly icon: IconName;
  readonly label: string;
  readonly badge?: number | undefined;
  readonly size?: number;
}) {
  return (
    <button {...rest} type="button" className={cx(css.iconButton, className)} aria-label={label}>
      <Icon name={icon} size={size} />
      {badge !== undefined && badge > 0 && <Badge count={badge} />}
    </button>
  );
}

function Badge({ count }: { readonly count: number }) {
  return (
    <span className={css.badge} aria-hidden="true">
      {count > 9 ? '9+' : count}
    </span>
  );
}
