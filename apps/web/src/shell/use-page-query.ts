import { useCallback, useContext, useMemo } from 'react';
import { replace, useSpot } from './location.ts';
import { PlaceContext } from './route-context.ts';

type Changes = Readonly<Record<string, string | undefined>>;

/**
 * The page's query string, as strings, and how to change it: `const [query, change] = usePageQuery();
 * change({ tab: 'losers' })`. A change stays on the same page and the same history entry; undefined takes a
 * parameter out. A pane of the desk has a query of its own.
 */
export function usePageQuery(): readonly [URLSearchParams, (changes: Changes) => void] {
  const spot = useSpot();
  const pane = useContext(PlaceContext)?.pane;
  const { path, search } = pane ?? spot;
  const changePane = pane?.change;
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (changes: Changes) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(key);
        else next.set(key, value);
      }
      const text = next.toString() && `?${next.toString()}`;
      if (changePane) changePane(text);
      else replace(path + text);
    },
    [path, search, changePane],
  );
  return [query, change];
}
