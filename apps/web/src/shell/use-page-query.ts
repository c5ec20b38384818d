import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Changes = Readonly<Record<string, string | undefined>>;

/**
 * The page's query string, as strings, and how to change it: `const [query, change] = usePageQuery(); change({ tab: 'losers' })`. A change stays on
 * the same page and the same history entry; undefined takes a parameter out.
 */
export function usePageQuery(): readonly [URLSearchParams, (changes: Changes) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (changes: Changes) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(key);
        else next.set(key, value);
      }
      void navigate({ pathname, search: next.toString() }, { replace: true });
    },
    [navigate, pathname, search],
  );
  return [query, change];
}
