/** Where this visit stands in the browser's history: what the back rule asks. */

type State = { readonly idx?: number; readonly sheet?: boolean } | null;
const state = (): State => history.state as State; // the router's, ours in ui/sheet-body, or nothing

/** Pages below this index do not count: a relaunch or a change of tab closed them. */
const FLOOR = 'historyFloor';
const floor = (): number => Number(sessionStorage.getItem(FLOOR) ?? 0);

export const historyIndex = (): number => state()?.idx ?? 0;

/** True when there is a page of ours to go back to. */
export const canGoBack = (): boolean => historyIndex() > floor();

/** From here on back goes home: the pages before were closed. */
export function closePagesBefore(): void {
  sessionStorage.setItem(FLOOR, String(historyIndex()));
}

/** A sheet's own entry lies on top: what is opened from it takes its place. */
export const onSheetEntry = (): boolean => state()?.sheet === true;

/** A typed address makes an entry the router does not number: it gets the next number, so that back knows of the page before. */
export function numberEntry(previous: number): number {
  const now = state();
  if (typeof now?.idx === 'number') return now.idx;
  history.replaceState({ ...now, idx: previous + 1 }, '');
  return previous + 1;
}
