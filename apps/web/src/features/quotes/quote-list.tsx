import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { Virtualizer } from 'virtua';
import { useLongPress } from '#ui/use-long-press.ts';
import { useHeldQuote } from './held-quote.tsx';
import { QuoteRow } from './quote-row.tsx';
import type { Quote } from './quote.ts';
import { quoteOf } from './row-view.ts';

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

  // Bound once, on the list: which row it is, is asked when something happens.
  const aimed = useRef<Quote>(undefined);
  const press = useLongPress(useCallback(() => aimed.current && hold(aimed.current), [hold]));
  const aim = (event: MouseEvent): void => void (aimed.current = quoteOf(event.target));
  const open = (event: MouseEvent): void => {
    const quote = quoteOf(event.target);
    if (quote) onOpen?.(quote);
  };
  return (
    <div
      ref={frame}
      {...press}
      onPointerDown={(event: PointerEvent) => {
        aim(event);
        press.onPointerDown(event);
      }}
      onContextMenu={(event: MouseEvent) => {
        aim(event);
        press.onContextMenu(event);
      }}
      onClick={open}
    >
      <Virtualizer data={quotes} scrollRef={scroller} startMargin={top} itemSize={ROW_PX}>
        {(quote, index) => <QuoteRow key={quote.code} quote={quote} first={index === 0} />}
      </Virtualizer>
      {sheet}
    </div>
  );
}
