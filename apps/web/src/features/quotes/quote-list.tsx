import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { Virtualizer, type CacheSnapshot } from 'virtua';
import { usePlace, type Place } from '#shell/route-context.ts';
import { leftAt } from '#shell/scroll.ts';
import { useLongPress } from '#ui/use-long-press.ts';
import { useHeldQuote } from './held-quote.tsx';
import { ListedRow } from './quote-row.tsx';
import type { Quote } from './quote.ts';
import { rowQuote } from './row-view.ts';
import { useRowWords } from './row-words.ts';

/**
 * px of a row at the standard text size, on a page and at the left of the desk. Rows are measured all the same: with
 * larger letters they are taller.
 */
const ROW_PX = 64;
const RAIL_ROW_PX = 56;
/**
 * All rows as if they had been measured: a row that the library has to measure first comes hidden, and is drawn twice.
 */
// What its `cache` tells, which it keeps to itself.
const measured = (rows: number, px: number) => [Array<number>(rows).fill(px), px] as unknown as CacheSnapshot;

/**
 * Rows that were in sight when the page was left, for the first frames after the way back: the library knows how high
 * its place is a frame later, and a view transition goes over into a row before that (continuity.ts).
 */
function useRowsAsLeft({ key, direction, pane }: Place, rows: number, px: number): readonly number[] {
  const [kept, setKept] = useState(() => {
    if (direction !== 'back' || pane) return [];
    const from = leftAt(key);
    const first = Math.max(0, Math.floor((from - innerHeight / 2) / px)); // what stands above the list is not known yet
    const after = Math.min(rows, Math.ceil((from + innerHeight) / px));
    return Array.from({ length: Math.max(0, after - first) }, (_, at) => first + at);
  });
  useEffect(() => {
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => setKept([]))));
    return () => cancelAnimationFrame(frame);
  }, []);
  return kept;
}

type Props = {
  readonly quotes: readonly Quote[];
  readonly onOpen?: (quote: Quote) => void;
};

/**
 * Market rows in the page's own scroller. Only rows in sight exist, and each of those listens to its own
 * code; this list never sees a tick. Needs the namespace `market`.
 */
export function QuoteList({ quotes, onOpen }: Props) {
  const { hold, sheet } = useHeldQuote();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const words = useRowWords();
  const place = usePlace();
  const rowPx = place.pane?.name === 'list' ? RAIL_ROW_PX : ROW_PX;
  const [sizes] = useState(() => measured(quotes.length, rowPx));

  const kept = useRowsAsLeft(place, quotes.length, rowPx);

  // The library asks for every row in sight in every frame of scrolling: of the same element React knows that
  // nothing is new.
  const rowOf = useMemo(() => {
    const rows = new Map<Quote, ReactElement>();
    return (quote: Quote): ReactElement => {
      let row = rows.get(quote);
      if (!row)
        rows.set(quote, (row = <ListedRow key={quote.code} {...{ quote, words }} first={quote === quotes[0]} />));
      return row;
    };
  }, [quotes, words]);

  // What stands above the list in the same scroller can change its height: a note, a larger text.
  useLayoutEffect(() => {
    scroller.current = frame.current?.closest<HTMLElement>('main, [data-scroller]') ?? null;
    const offset = frame.current?.offsetTop ?? 0;
    if (offset !== top) setTop(offset);
  });

  // Bound once, on the list: which row it is, is asked when something happens. Just after a scroll the
  // library's rows take no pointer; when the hold is over they do.
  const aimed = useRef<() => Quote | undefined>(undefined);
  const press = useLongPress(
    useCallback(() => {
      const quote = aimed.current?.();
      if (quote) hold(quote);
    }, [hold]),
  );
  const aim = ({ target, clientX, clientY }: MouseEvent): void => {
    aimed.current = () => rowQuote(target) ?? rowQuote(document.elementFromPoint(clientX, clientY));
  };
  const open = (event: MouseEvent): void => {
    const quote = rowQuote(event.target);
    if (quote) onOpen?.(quote);
  };
  return (
    <div
      ref={frame}
      data-arrows
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
      <Virtualizer
        data={quotes}
        scrollRef={scroller}
        startMargin={top}
        itemSize={rowPx}
        cache={sizes}
        keepMounted={kept}
      >
        {rowOf}
      </Virtualizer>
      {sheet}
    </div>
  );
}
