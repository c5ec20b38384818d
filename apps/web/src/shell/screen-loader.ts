import { startTransition, useCallback, useEffect, useState, type ComponentType } from 'react';
import { loadTexts } from '#i18n/index.ts';
import type { Route } from './route-table.ts';

/** A page's code that has not come in this time has failed (docs/sources.md W1). */
const TIMEOUT_MS = 60_000;

const ready = new Map<Route['screen'], ComponentType>();
const loading = new Map<Route['screen'], Promise<ComponentType>>();

function load({ screen, texts }: Route): Promise<ComponentType> {
  let promise = loading.get(screen);
  if (!promise) {
    const tooLate = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS);
    });
    promise = Promise.race([Promise.all([screen(), loadTexts(texts)]), tooLate]).then(([module]) => {
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
    () => undefined,
  );

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
      () => !left && setState({ route, failed: true }),
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
  return { Screen: here ?? current?.Screen, failed: current?.failed ?? false, retry };
}
