/**
 * Rows that a frame paints. A frame in which anything has changed costs as much as several rows, but more of them are
 * longer than a frame of a slow device; a screen of rows is painted within a quarter of a second.
 */
const ROWS_A_FRAME = 3;

/** Does `work` in a coming frame. `rows`: how many rows of a list cost as much. */
export type FrameQueue = (key: unknown, work: () => void, rows?: number) => void;

/**
 * Paints a few things in each frame: a message that changes every row of a list would otherwise take a slow
 * phone longer than a frame. Of one key the newest work is done once, at the place of the first. What has no
 * room left in a frame begins the next one. Nothing is done while the page is hidden.
 */
export function createFrameQueue(onFrame: (work: () => void) => unknown): FrameQueue {
  const waiting = new Map<unknown, { readonly work: () => void; readonly rows: number }>();
  let asked = false;
  /** Rows of the last frame's work that had no room in it. */
  let owed = 0;

  const ask = (): void => {
    if (asked) return;
    asked = true;
    // The frame of the message itself is left to reading it.
    onFrame(() => onFrame(frame));
  };
  const frame = (): void => {
    let left = ROWS_A_FRAME - owed;
    owed = 0;
    try {
      for (const [key, { work, rows }] of waiting) {
        if (left <= 0 || (left < rows && left < ROWS_A_FRAME)) break;
        left -= rows;
        waiting.delete(key);
        work();
      }
    } finally {
      owed = Math.max(0, -left);
      asked = waiting.size > 0;
      if (asked) onFrame(frame);
    }
  };
  return (key, work, rows = 1) => {
    waiting.set(key, { work, rows }); // a key that waits keeps its place
    ask();
  };
}

/** The one queue of the page. */
export const inFrame = createFrameQueue((work) => requestAnimationFrame(work));
