import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useConfig } from '#api/config.ts';
import { useSession } from '#api/session.ts';
import { ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { replace, useSpot } from './location.ts';
import { mayOpen, turnedAway } from './navigation.ts';
import { Page } from './page.tsx';
import { PlaceContext, type Place } from './route-context.ts';
import { findRoute, routeTable } from './route-table.ts';
import { preload, useScreen } from './screen-loader.ts';
import { TabBar } from './tab-bar.tsx';
import { useWide } from './use-wide.ts';
import { whenIdle } from './when-idle.ts';

const OTHER_TABS_AFTER_MS = 2500;

type CurrentPage = Place & { readonly index: number };

// Where the desk's code does not come, a wide screen has the column as well.
const Desk = lazy(
  async () =>
    (await routeTable()
      .desk?.()
      .catch(() => undefined)) ?? { default: Column },
);

/** The page of the address in a column, or on wide screens the desk that the address opens. */
export const Router = () =>
  useWide() ? (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <Desk />
    </Suspense>
  ) : (
    <Column />
  );

/** Shows the page of the address. The guard stands here too, so that a typed address meets it. */
function Column() {
  const spot = useSpot();
  const route = findRoute(spot.path) ?? routeTable().notFound;

  const shown = useRef<CurrentPage | undefined>(undefined);
  const before = shown.current;
  if (!before || before.key !== spot.key || before.route !== route) {
    // A page that only rewrites its query (a tab, a filter) is the same page: it does not enter again.
    const same = before?.route === route && spot.came === 'REPLACE';
    const tabToTab = before?.route.tab !== undefined && route.tab !== undefined;
    const still = !before || tabToTab || spot.came === 'REPLACE';
    const direction = still ? 'none' : spot.index >= before.index ? 'forward' : 'back';
    shown.current = same ? before : { route, key: spot.key, direction, index: spot.index };
  }
  const place = shown.current as CurrentPage; // set above, in this very render

  // The other tabs come while nothing else does, one after the other.
  useEffect(() => {
    const others = routeTable().routes.filter((other) => other.tab && other !== route);
    let stop = () => {};
    const goOn = (): void => {
      const next = others.shift();
      if (next && navigator.onLine) stop = whenIdle(() => void preload(next).then(goOn));
    };
    const wait = setTimeout(goOn, OTHER_TABS_AFTER_MS);
    return () => {
      clearTimeout(wait);
      others.length = 0;
      stop();
    };
  }, [route]);

  const { Screen, failed, retry } = useScreen(route);
  const isOpen = useDoor(spot.path + spot.search);
  // The same element for the same page: a change that only the router sees does not render the page again.
  const screen = useMemo(() => Screen && <Screen />, [Screen]);
  return (
    <PlaceContext value={place}>
      {screen && isOpen ? (
        <CrashBoundary key={`${route.path} ${place.key}`}>{screen}</CrashBoundary>
      ) : (
        <Page key={`waiting ${route.path}`}>{failed ? <ErrorBlock onRetry={retry} /> : <SkeletonRows rows={8} />}</Page>
      )}
      {route.tab && <TabBar current={route} />}
    </PlaceContext>
  );
}

/**
 * Whether the page may be shown. Sends a guest to the login from one that needs a session: at a typed
 * address, after logging out, or when the guard has become known, for which it waits. Such a page is not
 * drawn even once: what it asks for would be refused.
 */
export function useDoor(address: string): boolean {
  const token = useSession((session) => session.token);
  const guard = useConfig((state) => state.info?.guard);
  useLayoutEffect(() => {
    const login = turnedAway(address);
    if (login !== undefined) replace(login);
  }, [address, token, guard]);
  return mayOpen(address) === true;
}
