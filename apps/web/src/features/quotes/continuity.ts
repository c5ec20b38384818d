import { flushSync } from 'react-dom';
import { here, setWayBack } from '#shell/location.ts';
import { navigateTo } from '#shell/navigation.ts';
import { findRoute } from '#shell/route-table.ts';
import { preload } from '#shell/screen-loader.ts';
import { roomNow } from '#shell/use-wide.ts';
import { whenIdle } from '#shell/when-idle.ts';
import './continuity.css';
import head from './price-head.module.css';
import css from './quote-row.module.css';
import { rowQuote } from './row-view.ts';

/**
 * From a row to its share's page symbol and price go along, and on the way back into the row: a view transition, where
 * the browser has them. Comes after the first page.
 */

const SHARE = '/pages/market/details';
/** The tabs' code comes before. */
const PRELOAD_AFTER_MS = 3000;
/** A list that was left has its rows again within this time, or the way back is the page's own motion. */
const ROW_WITHIN_MS = 120;
const NAMES = ['share-symbol', 'share-price'] as const;
type Pair = readonly (Element | null)[];

const inRow = (row: Element): Pair => [row.querySelector(`.${css.code}`), row.querySelector(`.${css.last}`)];
const inHead = (): Pair => {
  const price = document.querySelector(`main .${head.head} b`);
  return [price && document.querySelector('header h1'), price];
};

function name(pair: Pair, isOn: boolean): void {
  for (const [at, part] of pair.entries())
    if (part instanceof HTMLElement) part.style.viewTransitionName = isOn ? (NAMES[at] ?? '') : '';
}

const movesLittle = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The picture of one pair goes over into another, which `show` renders; without the other pair the new page comes by
 * its own motion.
 */
function goOver(from: Pair, show: () => Pair | undefined | Promise<Pair | undefined>): void {
  const { documentElement: page } = document;
  let next: Pair = [];
  name(from, true);
  const transition = document.startViewTransition(async () => {
    const found = await show();
    name(from, false); // of a page that stays, where the guard kept the reader here
    if (!found) return transition.skipTransition();
    next = found;
    page.dataset['continues'] = '';
    name(next, true);
  });
  transition.ready.catch(() => undefined); // it was skipped
  void transition.finished.finally(() => {
    name(next, false);
    delete page.dataset['continues'];
  });
}

function onClick(event: MouseEvent): void {
  const row = event.target instanceof Element ? event.target.closest('a') : null;
  if (!row || event.defaultPrevented || event.button !== 0 || !rowQuote(row)) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (roomNow() !== 'column' || movesLittle()) return;
  event.preventDefault();
  const address = row.hash.slice(1);
  tapped.add(codeIn(address));
  goOver(inRow(row), () => {
    flushSync(() => navigateTo(address));
    return inHead();
  });
}

/** Shares whose row was tapped: a page that came by another way leads back to no row. */
const tapped = new Set<string | undefined>();
/** Whether a finger has moved the page already (features/gestures/swipe-back.tsx). */
const isMoved = (): boolean => document.querySelector('[data-enter][data-moved]') !== null;

const isShare = (address: string): boolean => address.split('?')[0] === SHARE;
const codeIn = (address: string): string | undefined =>
  new URLSearchParams(address.split('?')[1]).get('code') ?? undefined;

/** The row of a share that is in sight, once it is there. */
function findRow(code: string): Promise<Element | undefined> {
  const look = (): Element | undefined =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((row) => {
      if (!rowQuote(row) || !isShare(row.hash.slice(1)) || codeIn(row.hash) !== code) return false;
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  const found = look();
  if (found) return Promise.resolve(found);
  return new Promise((resolve) => {
    const end = (row: Element | undefined): void => {
      clearTimeout(timer);
      watch.disconnect();
      resolve(row);
    };
    const timer = setTimeout(() => end(undefined), ROW_WITHIN_MS);
    const watch = new MutationObserver(() => {
      const row = look();
      if (row) end(row);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** Back from a share the head goes over into its row, where the list has it in sight. */
function goBackOver(to: string, show: () => void): void {
  const code = isShare(here()) && !isShare(to) ? codeIn(here()) : undefined;
  if (code === undefined || !tapped.has(code) || isMoved() || movesLittle() || roomNow() !== 'column') return show();
  goOver(inHead(), async () => {
    flushSync(show);
    const row = await findRow(code);
    return row && inRow(row);
  });
}

/** Begins; returns how to stop. */
export function startContinuity(): () => void {
  document.addEventListener('click', onClick);
  setWayBack(goBackOver);
  // What a tap opens has to be here to go on from the row.
  const details = findRoute(SHARE);
  const soon = setTimeout(() => details && whenIdle(() => void preload(details)), PRELOAD_AFTER_MS);
  return () => {
    clearTimeout(soon);
    document.removeEventListener('click', onClick);
    setWayBack(undefined);
  };
}
