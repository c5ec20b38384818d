import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useSession } from '#api/session.ts';
import { useConfig } from '#api/config.ts';
import { notFound, routeOf, routes, tabs } from '#routes';
import { ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import type { Guard } from './guard.ts';
import { numberEntry } from './history.ts';
import { connectNavigation, turnedAway } from './navigation.ts';
import { Page } from './page.tsx';
import { PlaceContext, type Place } from './route-context.ts';
import { preload, useScreen } from './screen-loader.ts';
import { TabBar } from './tab-bar.tsx';

/** What guests may open until the server has said: the pages the table opens to them. */
const ownGuard: Guard = {
  mode: 'whitelist',
  whitelist: routes.filter((route) => route.access === 'guest').map((route) => route.path),
  blacklist: ['detail'],
};

/** Shows the page of the address. The guard stands here too, so that a typed address meets it. */
export function Router() {
  const navigate = useNavigate();
  connectNavigation(navigate, ownGuard);
  const location = useLocation();
  const kind = useNavigationType();
  const token = useSession((session) => session.token);
  const guard = useConfig((state) => state.info?.guard);
  const route = routeOf(location.pathname) ?? notFound;
  const address = location.pathname + location.search;

  // The number of this entry tells whether the reader went on or came back.
  const index = useRef(-1);
  const first = useRef(true);
  const place = useRef<Place | undefined>(undefined);
  if (place.current?.key !== location.key || place.current.route !== route) {
    const before = index.current;
    index.current = numberEntry(Math.max(before, -1));
    const tabToTab = place.current?.route.tab !== undefined && route.tab !== undefined;
    const direction =
      first.current || tabToTab || kind === 'REPLACE' ? 'none' : index.current >= before ? 'forward' : 'back';
    first.current = false;
    // A page that only rewrites its query (a tab, a filter) is the same page: it does not enter again.
    const same = place.current?.route === route && kind === 'REPLACE';
    place.current = same ? place.current : { route, key: location.key, direction };
  }

  // A guest at a page that needs a session: at a typed address, after logging out, or when the guard has become known.
  const away = useRef('');
  useLayoutEffect(() => {
    if (away.current === `${location.key}${address}`) return;
    const login = turnedAway(address);
    if (login === undefined) return;
    away.current = `${location.key}${address}`;
    void navigate(login, { replace: true });
  }, [address, location.key, token, guard, navigate]);

  // The other tabs come while nothing else does.
  useEffect(() => {
    const idle = setTimeout(() => {
      for (const tab of tabs) {
        const next = routeOf(tab.path);
        if (next && next !== route) preload(next);
      }
    }, 2500);
    return () => clearTimeout(idle);
  }, [route]);

  const { Screen, failed, retry } = useScreen(route);
  const current = place.current as Place; // set above, in this very render
  return (
    <PlaceContext value={current}>
      {Screen ? (
        <Screen key={current.route.path === '*' ? address : current.key} />
      ) : (
        <Page key={`waiting ${route.path}`}>{failed ? <ErrorBlock onRetry={retry} /> : <SkeletonRows rows={8} />}</Page>
      )}
      {route.tab && <TabBar current={route.tab} />}
    </PlaceContext>
  );
}
