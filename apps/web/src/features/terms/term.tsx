import { useState, type ReactNode } from 'react';
import type { TermName } from './term-sheet.tsx';
import css from './term.module.css';
import { lazySheet } from '#ui/lazy-part.tsx';

const TermSheet = lazySheet(() => import('./term-sheet.tsx'));

/** A word of the trade where it is first met: underlined with dots, and explained in a sheet when it is pressed. */
export function Term({ name, children }: { readonly name: TermName; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.term}
        aria-haspopup="dialog"
        data-term
        onClick={(event) => {
          event.preventDefault(); // inside a label it would press the field
          event.stopPropagation(); // inside a row it would open the row
          setAsked(true);
          setOpen(true);
        }}
      >
        {children}
      </button>
      {asked && <TermSheet name={name} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A word that is a term where there is one for it. */
export const Named = ({ name, children }: { readonly name: TermName | undefined; readonly children: ReactNode }) =>
  name === undefined ? children : <Term name={name}>{children}</Term>;
