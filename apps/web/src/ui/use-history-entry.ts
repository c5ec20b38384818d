import { useEffect, useRef } from 'react';
import { leave, sheetLeaving } from './leaving.ts';

/**
 * The browser's back closes what lies on top instead of leaving the page: it puts an entry of its own on the
 * history while it is open.
 */
export function useHistoryEntry(open: boolean, onBack: () => void): void {
  const close = useRef(onBack);
  useEffect(() => {
    close.current = onBack;
  });
  useEffect(() => {
    if (!open) return undefined;
    let exit = () => {};
    let isLeft = false;
    // An entry that is put on while the last one is taken off would be the one taken off.
    void Promise.resolve(sheetLeaving()).then(() => {
      if (!isLeft) exit = enterHistory(() => close.current());
    });
    return () => {
      isLeft = true;
      exit();
    };
  }, [open]);
}

/** Entries that are on the history, the top one last: a term explains itself in a sheet over a sheet. */
const entries: object[] = [];

/** Puts an entry on the history, and answers how it is taken off. `onBack`: the reader went back by the browser. */
function enterHistory(onBack: () => void): () => void {
  const here = location.href;
  const entry = {};
  history.pushState({ ...(history.state as object | null), sheet: true }, '', here);
  entries.push(entry);
  const takeOff = () => entries.splice(entries.indexOf(entry), 1);
  let popped = false;
  const onPop = (event: PopStateEvent) => {
    const isBack = location.href === here;
    if (isBack && entries.at(-1) !== entry) return; // what lies over it is closed, or has closed itself
    popped = true;
    window.removeEventListener('popstate', onPop, { capture: true });
    takeOff();
    // Back to the page under the sheet is no navigation; a typed address is one, and goes on to the router.
    if (isBack) event.stopImmediatePropagation();
    onBack();
  };
  window.addEventListener('popstate', onPop, { capture: true });
  return () => {
    if (popped) return;
    window.removeEventListener('popstate', onPop, { capture: true });
    const state = history.state as { sheet?: boolean } | null; // our own entry, if nothing has gone on from it
    if (!state?.sheet || location.href !== here) {
      takeOff();
      return;
    }
    leave(
      new Promise((resolve) => {
        const onLeft = (event: PopStateEvent) => {
          takeOff();
          event.stopImmediatePropagation(); // the router must not take this for a navigation
          resolve();
        };
        window.addEventListener('popstate', onLeft, { capture: true, once: true });
      }),
    );
    history.back();
  };
}
