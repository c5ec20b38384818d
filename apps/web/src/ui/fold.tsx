import type { ReactNode } from 'react';
import css from './fold.module.css';
import { Icon } from './icons.tsx';

/** What few readers need, behind a line that says what it is. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={css.fold}>
      <summary>
        {title} <Icon name="down" size={16} />
      </summary>
      {children}
    </details>
  );
}
