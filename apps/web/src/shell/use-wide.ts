import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useConfig } from '#api/config.ts';
import { routeTable } from './route-table.ts';

/**
 * From here on the app is a desk of panes. In rem: with letters twice as large the same screen is a column.
 * public/first-paint.js asks the same.
 */
const wide = matchMedia('(min-width: 64rem) and (min-height: 600px)');

/** Whether the app is a desk as far as is known: until the installation has said otherwise, a wide screen has it. */
export const isWide = (): boolean =>
  wide.matches && routeTable().desk !== undefined && useConfig.getState().info?.desk !== false;

const listen = (listener: () => void): (() => void) => {
  const stop = useConfig.subscribe(listener);
  wide.addEventListener('change', listener);
  return () => {
    stop();
    wide.removeEventListener('change', listener);
  };
};

/** Whether the app is a desk: the screen is wide, and the installation has it (DESK). */
export function useWide(): boolean {
  const on = useSyncExternalStore(listen, isWide);
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-desk', on), [on]);
  return on;
}
