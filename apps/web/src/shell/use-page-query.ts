import { useCallback, useMemo } from 'react';
import { replace, useSpot } from './location.ts';

type Changes = Readonly<Record<string, string | undefined>>;

/**
 * The page's query string, as strings, and how to change it: `const [query, change] = usePageQuery();
 * change({ tab: 'losers' })`. A change stays on the same page and the same history entry; undefined takes a
 * parameter out.
 */
export function usePageQuery(): readonly [URLSearchParams, (changes: Changes) => void] {
  const { path, search } = useSpot();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (changes: Changes) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(key);
        else next.set(key, value);
      }
      const text = next.toString();
      replace(text ? `${path}?${text}` : path);
    },
    [path, search],
  );
  return [query, change];
}
