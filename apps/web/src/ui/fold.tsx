import type { ReactNode } from 'react';
import css from './fold.module.css';

/** What few readers need, behind a line that says what it is. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={css.fold}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
