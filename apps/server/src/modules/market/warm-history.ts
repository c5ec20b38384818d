import type { History } from '@khara/history';

/** Real ms between two codes: making one takes a few, an index up to a tenth of a second, and requests come first. */
const PAUSE_MS = 25;

/**
 * Makes the daily history of every code before someone asks for it, one after the other in the pauses of a
 * server that is already serving. The function answered ends it.
 */
export function warmHistory(history: History, codes: readonly string[]): () => void {
  let at = 0;
  const next = () => {
    const code = codes[at];
    if (code === undefined) return;
    at += 1;
    history.daily(code);
    timer = setTimeout(next, PAUSE_MS);
    timer.unref();
  };
  let timer = setTimeout(next, PAUSE_MS);
  timer.unref();
  return () => {
    at = codes.length;
    clearTimeout(timer);
  };
}
