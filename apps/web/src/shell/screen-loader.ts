import { startTransition, useCallback, useEffect, useState, type ComponentType } from 'react';
import { loadTexts } from '#i18n/index.ts';
import { isServed, loadCode } from '#lib/load-code.ts';
import type { Route } from './route-table.ts';

const ready = new Map<Route['screen'], ComponentType>();
const loading = new Map<Route['screen'], Promise<ComponentType>>();
/** Whether some page's code has failed since this document began. */
let hasFailed = false;

function load({ screen, texts }: Route): Promise<ComponentType> {
  let promise = loading.get(screen);
  if (!promise) {
    promise = loadCode(() => Promise.all([screen(), loadTexts(texts)])).then(([module]) => {
      ready.set(screen, module.default);
      return module.default;
    });
    loading.set(screen, promise);
    promise.catch(() => loading.delete(screen)); // so that a tap asks again
  }
  return promise;
}

/**
 * Fetches a page before it is asked for; resolves when that is over. Its failure is met again when the page
 * is asked for.
 */
export const preload = (route: Route): Promise<void> =>
  load(route).then(
    () => undefined,
    () => {
      hasFailed = true;
    },
  );

/**
 * Whether the document has to be loaded again for a page whose code did not come. Not at the first failure, nor while
 * the server cannot be reached; and where this document was itself a reload only at the reader's tap, or it would
 * never end.
 */
async function needsNewDocument(isTap: boolean): Promise<boolean> {
  const isAgain = hasFailed && (isTap || performance.getEntriesByType('navigation').some(isFresh));
  hasFailed = true;
  return isAgain && (await isServed());
}

const isFresh = (entry: PerformanceEntry): boolean => (entry as PerformanceNavigationTiming).type !== 'reload';

type Loaded = { readonly Screen: ComponentType | undefined; readonly failed: boolean; readonly retry: () => void };

/** A route's screen: at once when it is here already, so that going back shows no gap. */
export function useScreen(route: Route): Loaded {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ route: Route; Screen?: ComponentType; failed?: boolean }>({ route });
  const here = ready.get(route.screen);

  useEffect(() => {
    if (ready.has(route.screen)) {
      // Its code may be here in another language's company.
      void loadTexts(route.texts).catch(() => {});
      return undefined;
    }
    let left = false;
    load(route).then(
      // In small pieces, between which the reader is heard: a whole page takes a slow phone longer than a frame.
      (Screen) => !left && startTransition(() => setState({ route, Screen })),
      async () => {
        const isStale = await needsNewDocument(attempt > 0);
        if (left) return;
        if (isStale) location.reload();
        else setState({ route, failed: true });
      },
    );
    return () => {
      left = true;
    };
  }, [route, attempt]);

  const retry = useCallback(() => {
    setState({ route });
    setAttempt((count) => count + 1);
  }, [route]);

  const current = state.route === route ? state : undefined;
  const isLost = current?.failed ?? false;
  useEffect(() => {
    if (!isLost) return undefined;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isLost, retry]);
  return { Screen: here ?? current?.Screen, failed: isLost, retry };
}
