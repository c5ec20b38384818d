/** Longest wait for a page that is never idle. */
const LONGEST_MS = 2000;

/**
 * Does something when the page has nothing else to do; soon, where the browser cannot tell (Safari). Returns
 * how to leave it undone.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 1);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: LONGEST_MS });
  return () => cancelIdleCallback(asked);
}
