/** Where keys lead on the desk: asked of the page itself, since panes know nothing of each other. */

const focus = (what: string): boolean => {
  const found = document.querySelector<HTMLElement>(what);
  found?.focus();
  return found !== null;
};

/** Whether a key presses something on the page: what it is names the key. */
export const isPressedBy = (key: string): boolean => document.querySelector(`[aria-keyshortcuts="${key}"]`) !== null;

/** Whether there are shares to go through, in the middle or in the list at the left. */
export const hasShares = (): boolean => [FOUND, SHARES].some((where) => document.querySelector(where));

/** Whether there is another pane to go to. */
export const hasPanes = (): boolean => document.querySelectorAll('[data-pane]').length > 1;

/** Whether arrows have rows to go through. */
export const hasRows = (): boolean =>
  document.querySelector(`[data-pane] :is(${PRESSED}):is(:is(${ROWS}), :is(${ROWS}) *)`) !== null;

/** The search of the lists; false where there is none. */
export const focusSearch = (): boolean => focus('[data-pane=list] input[type=search]');

/** The filter of what the middle has found; false where there is none. */
export const focusFilter = (): boolean => focus('[data-pane=main] input[aria-keyshortcuts="/"]');

/** The first figure of the ticket, its quantity; else the ticket, which says why there is none. */
export const focusTicket = (): boolean =>
  focus('[data-pane=side] input[inputmode]') || focus('[data-pane=side] [data-scroller]');

const LIST = '[data-pane=list]';
const SHARES = `${LIST} a[href^="#/pages/market/details?code="]`;

/** Shares that the middle has found: they are gone through, and opened by Enter. */
const FOUND = '[data-pane=main] [data-walked] a[href]';

/** Puts the focus on the share after the one that has it, or with -1 the one before; false where none are found. */
function walkFound(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(FOUND)];
  const here = rows.findIndex((row) => row === document.activeElement);
  const next = here < 0 ? rows.find(isInSight) : rows[here + step];
  if (next) focusRow(next);
  return rows.length > 0;
}

/**
 * Goes through what the middle has found. Elsewhere it shows the share after the one that is shown, or with
 * -1 the one before, in the order of the list at the left; the first of those in sight where it has none of
 * them. False where there is no list.
 */
export function nextShare(step: 1 | -1): boolean {
  if (walkFound(step)) return true;
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(SHARES)];
  const here = rows.findIndex((row) => row.getAttribute('aria-current') === 'page');
  const next = here < 0 ? rows.find(isInSight) : rows[here + step];
  if (!next) return rows.length > 0;
  next.scrollIntoView({ block: 'nearest' });
  next.focus({ preventScroll: true });
  next.click();
  return true;
}

const isInSight = (row: HTMLElement): boolean => {
  const frame = row.closest('[data-scroller]')?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return frame !== undefined && top >= frame.top && bottom <= frame.bottom;
};

/** Puts the focus into the next pane, or with -1 into the one before. */
export function nextPane(step: 1 | -1): boolean {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[here < 0 ? 0 : (here + step + panes.length) % panes.length];
  const into =
    next?.querySelector<HTMLElement>('[role$=dialog]') ?? next?.querySelector<HTMLElement>('[data-scroller]');
  into?.focus();
  return into !== undefined && into !== null;
}

/** Lists, rows of them that stand by themselves, and rows of tables: what can be pressed in them is gone through. */
const ROWS = '[data-arrows], [role=row], tr';
const PRESSED = 'a[href], button:not(:disabled)';
/** Across a direction a neighbour counts this much farther away than along it. */
const ASIDE = 3;

const closestPane = (here: Element): Element | null =>
  here.closest('[role$=dialog], [data-scroller]') ?? here.closest('[data-pane]');

/** What can be pressed in the rows of a pane, or of the sheet over it. */
const inRows = (pane: Element | null): readonly HTMLElement[] =>
  [...(pane?.querySelectorAll<HTMLElement>(PRESSED) ?? [])].filter(
    (element) => element.closest(ROWS) !== null && element.getBoundingClientRect().width > 0,
  );

/** What has the focus, if it is something in a row. */
function focusedInRow(): Element | undefined {
  const here = document.activeElement;
  return here?.matches(PRESSED) && here.closest(ROWS) ? here : undefined;
}

/**
 * Puts the focus on what lies next in a direction within the lists and tables of a pane. False where the focus is in
 * none, or nothing lies there: the browser then scrolls.
 */
export function moveFocus(to: 'up' | 'down' | 'left' | 'right'): boolean {
  const here = focusedInRow();
  if (!here) return false;
  const from = here.getBoundingClientRect();
  const isUpright = to === 'up' || to === 'down';
  const sign = to === 'down' || to === 'right' ? 1 : -1;
  let nearest: { readonly distance: number; readonly element: HTMLElement } | undefined;
  for (const element of inRows(closestPane(here))) {
    const box = element.getBoundingClientRect();
    if (element === here) continue;
    const x = box.left + box.width / 2 - (from.left + from.width / 2);
    const y = box.top + box.height / 2 - (from.top + from.height / 2);
    const along = sign * (isUpright ? y : x);
    if (along <= 1) continue;
    const distance = along + ASIDE * Math.abs(isUpright ? x : y);
    if (!nearest || distance < nearest.distance) nearest = { distance, element };
  }
  if (nearest) focusRow(nearest.element);
  return nearest !== undefined;
}

/** Within this time a list that has only its rows in sight draws those of its end. */
const DRAWN_WITHIN_MS = 500;

/** Puts the focus on the first or the last row of a pane; false where the focus is in none. */
export function moveToEnd(end: 'first' | 'last'): boolean {
  const here = focusedInRow();
  const pane = here && closestPane(here);
  if (!pane) return false;
  const until = performance.now() + DRAWN_WITHIN_MS;
  let shown: HTMLElement | undefined;
  const go = (): void => {
    const { activeElement } = document;
    if (shown && activeElement !== shown && activeElement !== document.body) return; // the reader went on
    pane.scrollTo({ top: end === 'first' ? 0 : pane.scrollHeight });
    const last = inRows(pane).at(end === 'first' ? 0 : -1);
    if (last && last !== activeElement) focusRow((shown = last));
    if (performance.now() < until) requestAnimationFrame(go);
  };
  go();
  return true;
}

function focusRow(row: HTMLElement): void {
  row.scrollIntoView({ block: 'nearest' });
  row.focus({ preventScroll: true });
}
