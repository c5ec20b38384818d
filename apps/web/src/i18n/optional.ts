import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadTexts, type TextNamespace } from './index.ts';

/** A part whose code and texts do not hold up the first paint; where they cannot come, the page goes without it. */
export const optional = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: readonly TextNamespace[] = [],
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    Promise.all([load(), loadTexts(texts)]).then(
      ([part]) => part,
      () => ({ default: () => null }),
    ),
  );
