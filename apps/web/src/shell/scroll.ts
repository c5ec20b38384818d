/** Where each visited page was scrolled to: coming back finds it as it was left. */
const positions = new Map<string, number>();
const TIMEOUT_MS = 1500;

export const rememberScroll = (element: HTMLElement, key: string): void => void positions.set(key, element.scrollTop);

/** px to which a page was scrolled when it was left. */
export const leftAt = (key: string): number => positions.get(key) ?? 0;

/**
 * Scrolls to where it was, as soon as the page is long enough again; gives up when the reader scrolls.
 * Returns how to stop trying.
 */
export function restoreScroll(element: HTMLElement, key: string): () => void {
  const wanted = leftAt(key);
  // A new page is at its top. To say so would have it laid out at once, and again when it is painted.
  if (wanted === 0) return () => {};
  element.scrollTop = wanted;
  if (element.scrollTop === wanted) return () => {};
  const observer = new MutationObserver(() => {
    element.scrollTop = wanted;
    if (Math.abs(element.scrollTop - wanted) < 2) stop();
  });
  const timer = setTimeout(stop, TIMEOUT_MS);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    element.removeEventListener('touchstart', stop);
    element.removeEventListener('wheel', stop);
  }
  observer.observe(element, { childList: true, subtree: true });
  element.addEventListener('touchstart', stop, { passive: true });
  element.addEventListener('wheel', stop, { passive: true });
  return stop;
}
