/** Keys of a search: Enter opens the first match, arrows go through the matches, Escape gives the field back. */

const ROWS = 'a[href^="#/pages/market/details?code="]';
/** An answer that takes longer is not waited for. */
const WITHIN_MS = 5000;

const rowsIn = (page: Element): readonly HTMLElement[] => [...page.querySelectorAll<HTMLElement>(ROWS)];
/** The page, or the pane, in which a search stands. */
const closestPage = (field: Element): Element => field.closest('[data-enter]') ?? document.body;

function focusRow(row: HTMLElement | undefined): boolean {
  row?.scrollIntoView({ block: 'nearest' });
  row?.focus({ preventScroll: true });
  return row !== undefined;
}

/** Opens the first match of what is in the field once it is there; what is typed meanwhile, or no match, ends it. */
export function openFirst(field: HTMLInputElement): void {
  const asked = field.value.trim();
  if (asked === '') return;
  const page = closestPage(field);
  const look = (): boolean => {
    if (field.value.trim() !== asked || !field.isConnected) return true;
    const results = page.querySelector<HTMLElement>('[data-asked]');
    const [first] = results?.dataset['asked'] === asked ? rowsIn(results) : [];
    if (!first) return false;
    first.focus({ preventScroll: true }); // where letters are keys again
    first.click();
    return true;
  };
  if (look()) return;
  const seen = new MutationObserver(() => look() && stop());
  const stop = (): void => {
    seen.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, WITHIN_MS);
  seen.observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-asked'] });
}

/** From the field into the first row; false where there is none. */
export const enterRows = (field: HTMLInputElement): boolean => focusRow(rowsIn(closestPage(field))[0]);

/** Follows the keys of the rows below a field. Returns how to stop. */
export function followRows(field: HTMLInputElement): () => void {
  const page = closestPage(field);
  const onKey = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    const rows = rowsIn(page);
    const here = rows.indexOf(document.activeElement as HTMLElement);
    if (here < 0 || !['ArrowDown', 'ArrowUp', 'Escape'].includes(key)) return;
    if (key === 'Escape' || (key === 'ArrowUp' && here === 0)) field.focus();
    else focusRow(rows[here + (key === 'ArrowDown' ? 1 : -1)]);
    event.preventDefault();
  };
  page.addEventListener('keydown', onKey);
  return () => page.removeEventListener('keydown', onKey);
}
