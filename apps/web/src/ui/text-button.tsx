import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './button.module.css';
import { cx } from './class-names.ts';

/** A text action at the right of a navigation bar. */
export function TextButton({
  children,
  ...rest
}: { readonly children: ReactNode } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>) {
  return (
    <button {...rest} type="button" className={cx(css.textButton, rest.className)}>
      {children}
    </button>
  );
}
