import { useEffect, useRef } from 'react';

/** The browser's back closes what lies on top instead of leaving the page: it puts an entry of its own on the history while it is open. */
export function useHistoryEntry(open: boolean, onBack: () => void): void {
  const close = useRef(onBack);
  useEffect(() => {
    close.current = onBack;
  });
  useEffect(() => {
    if (!open) return undefined;
    let leave = () => {};
    let isLeft = false;
    void leaving.then(() => {
      if (!isLeft) leave = enterHistory(() => close.current());
    });
    return () => {
      isLeft = true;
      leave();
    };
  }, [open]);
}

/** Taking the last entry off the history again, which browsers do a moment later: an entry that is put on meanwhile would be the one taken off. */
let leaving: Promise<void> = Promise.resolve();

/** Puts an entry on the history, and answers how it is taken off. `onBack`: the reader went back by the browser. */
function enterHistory(onBack: () => void): () => void {
  const here = location.href;
  history.pushState({ ...(history.state as object | null), sheet: true }, '', here);
  let popped = false;
  const onPop = (event: PopStateEvent) => {
    popped = true;
    // Back to the page under the sheet is no navigation; a typed address is one, and goes on to the router.
    if (location.href === here) event.stopImmediatePropagation();
    onBack();
  };
  window.addEventListener('popstate', onPop, { capture: true, once: true });
  return () => {
    window.removeEventListener('popstate', onPop, { capture: true });
    const state = history.state as { sheet?: boolean } | null; // our own entry, if nothing has gone on from it
    if (popped || !state?.sheet || location.href !== here) return;
    leaving = new Promise((resolve) => {
      const onLeft = (event: PopStateEvent) => {
        event.stopImmediatePropagation(); // the router must not take this for a navigation
        resolve();
      };
      window.addEventListener('popstate', onLeft, { capture: true, once: true });
    });
    history.back();
  };
}
