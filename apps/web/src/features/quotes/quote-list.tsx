import { useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useHeldQuote } from './held-quote.tsx';
import { QuoteRow } from './quote-row.tsx';
import type { Quote } from './quote.ts';

/** px of a row at the standard text size: only the first guess, rows are measured. */
const ROW_PX = 64;

type Props = {
  readonly quotes: readonly Quote[];
  readonly onOpen?: (quote: Quote) => void;
};

/**
 * Market rows in the page's own scroller. Only rows in sight exist, and each of those listens to its own code; this list never sees a tick.
 * Needs the namespace `market`.
 */
export function QuoteList({ quotes, onOpen }: Props) {
  const { hold, sheet } = useHeldQuote();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);

  // What stands above the list in the same scroller can change its height: a note, a larger text.
  useLayoutEffect(() => {
    scroller.current = frame.current?.closest('main') ?? null;
    const offset = frame.current?.offsetTop ?? 0;
    if (offset !== top) setTop(offset);
  });

  return (
    <div ref={frame}>
      <Virtualizer data={quotes} scrollRef={scroller} startMargin={top} itemSize={ROW_PX}>
        {(quote, index) => (
          <QuoteRow key={quote.code} quote={quote} first={index === 0} onHold={hold} {...(onOpen && { onOpen })} />
        )}
      </Virtualizer>
      {sheet}
    </div>
  );
}
