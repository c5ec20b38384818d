import type { ReactNode } from 'react';
import css from './states.module.css';

/** While a page or a list is on its way. */
export function Loading({ lines = 5 }: { readonly lines?: number }) {
  return (
    <div className={css.skeleton} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** What went wrong, and a way to try again. */
export function Failed({ error, retry }: { readonly error: Error; readonly retry?: () => unknown }) {
  return (
    <div className={css.failed} role="alert">
      <span>{error.message}</span>
      {retry ? (
        <button type="button" onClick={() => void retry()}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

export const Empty = ({ children }: { readonly children: ReactNode }) => <p className={css.empty}>{children}</p>;

/** The head of every page: its title, what one needs to know about it, and what one can begin here. */
export function Heading({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <header className={css.pageHead}>
      <div>
        <h1>{title}</h1>
        {children ? <p className={css.lead}>{children}</p> : null}
      </div>
      {action}
    </header>
  );
}
