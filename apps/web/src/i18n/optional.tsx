import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadCode } from '#lib/load-code.ts';
import { loadTexts, type TextNamespace } from './index.ts';

/** Before a part that did not come is fetched again, ms: twice as long each time. */
const FIRST_REST_MS = 10_000;

/** Until the network is back, or as long as this. */
const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal: AbortSignal.timeout(ms) });
    setTimeout(resolve, ms);
  });

async function untilHere<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = FIRST_REST_MS; ; ms *= 2) {
    try {
      return await loadCode(load);
    } catch {
      await rest(ms);
    }
  }
}

/**
 * A part whose code and texts do not hold up the first paint. Until they come, by themselves, the page has `wait` in
 * its place, or nothing.
 */
export function optional<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: readonly TextNamespace[] = [],
): ComponentType<P & { readonly wait?: ReactNode }> {
  const Part = lazy(() => untilHere(() => Promise.all([load(), loadTexts(texts)])).then(([part]) => part));
  return function Optional({ wait = null, ...props }: P & { readonly wait?: ReactNode }) {
    return (
      <Suspense fallback={wait}>
        <Part {...(props as unknown as P)} />
      </Suspense>
    );
  };
}
