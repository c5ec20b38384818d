/** Where keys lead on the desk: asked of the page itself, since panes know nothing of each other. */

const focus = (what: string): boolean => {
  const found = document.querySelector<HTMLElement>(what);
  found?.focus();
  return found !== null;
};

/** The search of the lists; false where there is none. */
export const focusSearch = (): boolean => focus('[data-pane=list] input[type=search]');

/** The first figure of the ticket, its quantity; else the ticket, which says why there is none. */
export const focusTicket = (): boolean =>
  focus('[data-pane=side] input[inputmode]') || focus('[data-pane=side] [data-scroller]');

const LIST = '[data-pane=list]';
const SHARES = `${LIST} a[href^="#/pages/market/details?code="]`;

/**
 * Shows the share after the one that is shown, or with -1 the one before, in the order of the list at the left;
 * the first of those in sight where it has none of them. False where there is no list.
 */
export function nextShare(step: 1 | -1): boolean {
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
  const into = next?.querySelector<HTMLElement>('[role=dialog]') ?? next?.querySelector<HTMLElement>('[data-scroller]');
  into?.focus();
  return into !== undefined && into !== null;
}

/** Across a direction a neighbour counts this much farther away than along it. */
const ASIDE = 3;

/**
 * Puts the focus on what lies next in a direction, within a list or a table that says so (`data-arrows`). False
 * where the focus is in none, or nothing lies there.
 */
export function moveFocus(to: 'up' | 'down' | 'left' | 'right'): boolean {
  const here = document.activeElement;
  const table = here?.closest('[data-arrows]');
  if (!here || !table || here === table) return false;
  const from = here.getBoundingClientRect();
  const isUpright = to === 'up' || to === 'down';
  const sign = to === 'down' || to === 'right' ? 1 : -1;
  let nearest: { readonly distance: number; readonly element: HTMLElement } | undefined;
  for (const element of table.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')) {
    const box = element.getBoundingClientRect();
    if (element === here || box.width === 0) continue;
    const x = box.left + box.width / 2 - (from.left + from.width / 2);
    const y = box.top + box.height / 2 - (from.top + from.height / 2);
    const along = sign * (isUpright ? y : x);
    if (along <= 1) continue;
    const distance = along + ASIDE * Math.abs(isUpright ? x : y);
    if (!nearest || distance < nearest.distance) nearest = { distance, element };
  }
  if (!nearest) return false;
  nearest.element.scrollIntoView({ block: 'nearest' });
  nearest.element.focus({ preventScroll: true });
  return true;
}
