import { useCallback, useState, type ReactNode } from 'react';
import type { Quote } from './quote.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

// Comes with the first row that is held: most visits never hold one.
const QuoteSheet = lazySheet(() => import('./quote-sheet.tsx'));

/** For lists whose rows can be held: `hold` for the rows, `sheet` beside them. */
export function useHeldQuote(): { readonly hold: (quote: Quote) => void; readonly sheet: ReactNode } {
  const [held, setHeld] = useState<Quote>();
  const [open, setOpen] = useState(false);
  const hold = useCallback((quote: Quote) => {
    setHeld(quote);
    setOpen(true);
  }, []);
  const sheet = held && <QuoteSheet quote={held} open={open} onClose={() => setOpen(false)} />;
  return { hold, sheet };
}
