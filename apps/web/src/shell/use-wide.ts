import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useConfig } from '#api/config.ts';
import { routeTable } from './route-table.ts';

/** What the screen has room for: one page, a list and what it leads to, or all panes of the desk. */
export type Room = 'column' | 'pair' | 'desk';

/**
 * From these on the app is two panes, and a desk of panes. In rem: with letters twice as large the same screen is a
 * column. A phone on its side is lower. public/first-paint.js asks for the first of them.
 */
const wide = matchMedia('(min-width: 48rem) and (min-height: 600px)');
const widest = matchMedia('(min-width: 64rem) and (min-height: 600px)');

/** A phone that lies on its side, as page.module.css has it: its dock has the height of the page. */
const sideways = matchMedia('(max-height: 480px) and (min-width: 560px)');

/** The room as far as is known: until the installation has said otherwise, a wide screen has panes. */
export function roomNow(): Room {
  if (!wide.matches || routeTable().desk === undefined || useConfig.getState().info?.desk === false) return 'column';
  return widest.matches ? 'desk' : 'pair';
}

const listen = (listener: () => void): (() => void) => {
  const stop = useConfig.subscribe(listener);
  for (const query of [wide, widest]) query.addEventListener('change', listener);
  return () => {
    stop();
    for (const query of [wide, widest]) query.removeEventListener('change', listener);
  };
};

/** The room of the screen, where the installation has panes (DESK). */
export const useRoom = (): Room => useSyncExternalStore(listen, roomNow);

const onTurn = (turned: () => void): (() => void) => {
  sideways.addEventListener('change', turned);
  return () => sideways.removeEventListener('change', turned);
};

/** Whether a dock has room for more than what is pressed. */
export const useSideways = (): boolean => useSyncExternalStore(onTurn, () => sideways.matches);

/** Whether the app is panes beside each other. */
export function useWide(): boolean {
  const on = useRoom() !== 'column';
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-desk', on), [on]);
  return on;
}
