import { useState, type ReactNode } from 'react';
import { lazySheet } from '#ui/lazy-part.tsx';

const StartSheet = lazySheet(() => import('./start-sheet.tsx'), ['start', 'login']);

/**
 * The sheet in which a practice account begins, for a page with a button that opens it. It stands beside what a guest
 * sees, which is gone once the account is there.
 */
export function useStart(onDone?: () => void): { readonly open: () => void; readonly sheet: ReactNode } {
  const [isOpen, setOpen] = useState<boolean>(); // undefined until it was asked for
  return {
    open: () => setOpen(true),
    sheet: isOpen !== undefined && <StartSheet open={isOpen} onClose={() => setOpen(false)} onDone={onDone} />,
  };
}
