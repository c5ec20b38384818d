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

/** Of 1440 px on, with letters of the usual size. */
const broad = matchMedia('(min-width: 90rem)');

/** The room as far as is known: until the installation has said otherwise, a wide screen has panes. */
export function roomNow(): Room {
  if (!wide.matches || routeTable().desk === undefined || useConfig.getState().info?.desk === false) return 'column';
  return widest.matches ? 'desk' : 'pair';
}

/** Hears of each change of what a screen answers. */
const onChange =
  (...queries: readonly MediaQueryList[]) =>
  (listener: () => void): (() => void) => {
    for (const query of queries) query.addEventListener('change', listener);
    return () => {
      for (const query of queries) query.removeEventListener('change', listener);
    };
  };

const onWide = onChange(wide, widest);
const onRoom = (listener: () => void): (() => void) => {
  const stops = [useConfig.subscribe(listener), onWide(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The room of the screen, where the installation has panes (DESK). */
export const useRoom = (): Room => useSyncExternalStore(onRoom, roomNow);

const onTurn = onChange(sideways);

/** Whether a dock has room for more than what is pressed. */
export const useSideways = (): boolean => useSyncExternalStore(onTurn, () => sideways.matches);

const onBroad = onChange(broad);

/** Whether a third thing stands beside others on the desk. */
export const useBroad = (): boolean => useSyncExternalStore(onBroad, () => broad.matches);

/** Whether the app is panes beside each other. */
export function useWide(): boolean {
  const on = useRoom() !== 'column';
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-desk', on), [on]);
  return on;
}
