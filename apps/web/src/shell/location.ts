import { useSyncExternalStore } from 'react';
import { UNSAFE_createHashHistory as createHashHistory } from 'react-router';
import { readOfTab, storeOfTab } from '#lib/storage.ts';

/**
 * Where the reader is: React Router's hash history, and one store over it. Every path of the product is a
 * plain one that the route table looks up, so its matching, forms and data router would be 10 kB of the first
 * load that never run. The history's name warns that it may change: versions are pinned.
 */
type Spot = {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly came: 'PUSH' | 'REPLACE' | 'POP';
  /** Number of this entry in the visit's history, from 0. */
  readonly index: number;
  /** This entry, for as long as it exists: what a page's scroll position is kept under. */
  readonly key: string;
};

/** The history's own part of an entry, and ours: `sheet` marks the entry of an open sheet. */
type Entry = { readonly idx?: number; readonly key?: string; readonly sheet?: boolean } | null;
const entry = (): Entry => history.state as Entry; // the router's, ours, or nothing

const browser = createHashHistory({ window, v5Compat: true });

function read(came: Spot['came'], before: number): Spot {
  const now = entry();
  // A typed address or a plain link makes an entry without a number: it comes after the one before.
  const index = now?.idx ?? before + 1;
  const key = now?.key ?? Math.random().toString(36).slice(2, 10);
  if (now?.idx === undefined || now.key === undefined) history.replaceState({ ...now, idx: index, key }, '');
  const { pathname, search } = browser.location;
  return { path: pathname, search, came, index, key };
}

let spot = read('POP', -1);
const listeners = new Set<() => void>();

/** Whether the browser has shown the newest step by itself, as after a swipe of its own. Heard before the history. */
let isShown = false;
addEventListener('popstate', ({ hasUAVisualTransition }) => void (isShown = hasUAVisualTransition));

/** What has another way to show a step through the history than at once: called with its address. */
type Way = (to: string, show: () => void) => void;
let way: Way | undefined;
export const setWayBack = (next: Way | undefined): void => void (way = next);

browser.listen(({ action, location: { pathname, search } }) => {
  const show = (): void => {
    spot = read(action as Spot['came'], spot.index); // the history's enum has these three texts
    for (const listener of listeners) listener();
  };
  if (way && action === 'POP' && !isShown) way(pathname + search, show);
  else show();
});

export const useSpot = (): Spot =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => spot,
  );

export const here = (): string => spot.path + spot.search;
export const push = (to: string): void => browser.push(to);
export const replace = (to: string): void => browser.replace(to);

/** Pages below this entry do not count: a relaunch or a change of tab closed them. */
const FLOOR = 'historyFloor';
const floor = (): number => Number(readOfTab(FLOOR) ?? 0);
export const closePagesBefore = (): void => storeOfTab(FLOOR, String(spot.index));

/** Whether a page of ours lies under this one. */
export const canGoBack = (): boolean => spot.index > floor();

/** One entry back, if there is one of ours; false when this is the only page. */
export function back(): boolean {
  if (!canGoBack()) return false;
  browser.go(-1);
  return true;
}

/** A sheet's own entry lies on top: what is opened from it takes its place. */
export const onSheetEntry = (): boolean => entry()?.sheet === true;
