import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import type { Quote } from './quote.ts';

// Comes with the first row that is held: most visits never hold one.
const QuoteSheet = lazy(() => import('./quote-sheet.tsx'));

/** For lists whose rows can be held: `hold` for the rows, `sheet` beside them. */
export function useHeldQuote(): { readonly hold: (quote: Quote) => void; readonly sheet: ReactNode } {
  const [held, setHeld] = useState<Quote>();
  const [open, setOpen] = useState(false);
  const hold = useCallback((quote: Quote) => {
    setHeld(quote);
    setOpen(true);
  }, []);
  const sheet = held && (
    <Suspense fallback={null}>
      <QuoteSheet quote={held} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { hold, sheet };
}
