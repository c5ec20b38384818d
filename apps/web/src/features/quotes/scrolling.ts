/** Time after the last step of a scroll until the reader's eye rests again. */
const RESTS_AFTER_MS = 150;

let steppedAt = -RESTS_AFTER_MS;
// Whatever scrolls: a scroll event reaches the page only on its way down.
addEventListener('scroll', () => void (steppedAt = performance.now()), { capture: true, passive: true });

/**
 * Whether something is being scrolled: a flash cannot be seen on a row that flies by, and each costs a frame
 * of scrolling as much as several rows.
 */
export const isScrolling = (): boolean => performance.now() - steppedAt < RESTS_AFTER_MS;
