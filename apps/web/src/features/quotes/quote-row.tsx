import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { useLongPress } from '#ui/use-long-press.ts';
import type { Quote } from './quote.ts';
import { RowFrame } from './row-frame.tsx';
import { viewOf } from './row-view.ts';
import { useRowWords } from './row-words.ts';

export { detailsHref } from './quote.ts';

type Props = {
  readonly quote: Quote;
  /** Held for 350 ms, or asked for by the menu key: what can be done with it. */
  readonly onHold?: (quote: Quote) => void;
  /** The first row of a list has no hairline above it. */
  readonly first?: boolean;
};

/** A market row by itself; a list of many is a QuoteList. It subscribes to its own code, and a tick renders nothing. Needs the namespace `market`. */
export const QuoteRow = memo(function QuoteRow({ quote, onHold, first = false }: Props) {
  const words = useRowWords();
  const row = useRef<HTMLAnchorElement>(null);
  const press = useLongPress(useCallback(() => onHold?.(quote), [onHold, quote]));

  useLayoutEffect(() => {
    if (row.current) viewOf(row.current).show(quote, words, first);
  }, [quote, words, first]);
  useLayoutEffect(() => {
    const shown = row.current;
    return () => void (shown && viewOf(shown).rest());
  }, []);

  return <RowFrame ref={row} {...(onHold && press)} />;
});
