import { memo, useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLongPress } from '#ui/use-long-press.ts';
import type { Quote } from './quote.ts';
import { RowFrame } from './row-frame.tsx';
import { rowView } from './row-view.ts';
import { useRowWords, type RowWords } from './row-words.ts';

export { detailsHref } from './quote.ts';

/** Lets a row's view show a quote for as long as the row stands. */
function useShown(quote: Quote, words: RowWords, first: boolean): RefObject<HTMLAnchorElement | null> {
  const row = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (row.current) rowView(row.current).show(quote, words, first);
  }, [quote, words, first]);
  useLayoutEffect(() => {
    const shown = row.current;
    return () => void (shown && rowView(shown).rest());
  }, []);
  return row;
}

type RowProps = {
  readonly quote: Quote;
  /** The first row of a list has no hairline above it. */
  readonly first?: boolean;
};

/**
 * A market row by itself; a list of many is a QuoteList. It subscribes to its own code, and a tick renders
 * nothing. Needs the namespace `market`.
 */
export const QuoteRow = memo(function QuoteRow({
  quote,
  onHold,
  first = false,
}: RowProps & {
  /** Held for 350 ms, or asked for by the menu key: what can be done with it. */
  readonly onHold?: (quote: Quote) => void;
}) {
  const row = useShown(quote, useRowWords(), first);
  const press = useLongPress(useCallback(() => onHold?.(quote), [onHold, quote]));
  return <RowFrame ref={row} {...(onHold && press)} />;
});

/**
 * A row of a QuoteList, which knows the words and when a row is held: a row that scrolls in has to be there
 * within a frame.
 */
export const ListedRow = memo(function ListedRow({
  quote,
  words,
  first = false,
}: RowProps & { readonly words: RowWords }) {
  return <RowFrame ref={useShown(quote, words, first)} />;
});
