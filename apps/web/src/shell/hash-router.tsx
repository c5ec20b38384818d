import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createHashHistory as createHashHistory } from 'react-router';

/**
 * React Router's HashRouter from its own two halves. Imported as `HashRouter` it brings the data router's forms and fetchers along, 5 kB that this app
 * never runs; hence also our own `useQuery` instead of `useSearchParams`. The history's name warns that it may change with a release: versions are pinned.
 */
export function HashRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createHashHistory({ window, v5Compat: true }));
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen(setState), [history]);
  return (
    <Router location={state.location} navigationType={state.action} navigator={history}>
      {children}
    </Router>
  );
}
