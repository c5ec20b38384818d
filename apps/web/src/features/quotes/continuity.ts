import { flushSync } from 'react-dom';
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
 * From a row to its share's page symbol and price go along: a view transition, where the browser has them. Comes
 * after the first page. The way back is the page's own motion: a list has no rows yet in the moment of its picture.
 */

/** The tabs' code comes before. */
const PRELOAD_AFTER_MS = 3000;
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

/** The picture of the row goes over into the page, which is rendered whole meanwhile. */
function goOver(row: HTMLAnchorElement): void {
  const { documentElement: page } = document;
  const from = inRow(row);
  let next: Pair = [];
  name(from, true);
  page.dataset['continues'] = '';
  const { finished } = document.startViewTransition(() => {
    flushSync(() => navigateTo(row.hash.slice(1)));
    name(from, false); // where the guard kept the reader here
    next = inHead();
    name(next, true);
  });
  void finished.finally(() => {
    name(next, false);
    delete page.dataset['continues'];
  });
}

function onClick(event: MouseEvent): void {
  const row = event.target instanceof Element ? event.target.closest('a') : null;
  if (!row || event.defaultPrevented || event.button !== 0 || !rowQuote(row)) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (roomNow() !== 'column' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  event.preventDefault();
  goOver(row);
}

/** Begins; returns how to stop. */
export function startContinuity(): () => void {
  document.addEventListener('click', onClick);
  // What a tap opens has to be here to go on from the row.
  const details = findRoute('/pages/market/details');
  const soon = setTimeout(() => details && whenIdle(() => void preload(details)), PRELOAD_AFTER_MS);
  return () => {
    clearTimeout(soon);
    document.removeEventListener('click', onClick);
  };
}
