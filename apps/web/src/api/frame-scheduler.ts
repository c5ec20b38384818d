/**
 * News of one moment is spread over at most so many frames. Each frame in which something has changed costs
 * as much as telling several rows, so they are few.
 */
const MOST_FRAMES = 3;
const LEAST_A_FRAME = 6;

/**
 * Tells of names a few at a time, a few in each frame: a message that changes every row of a list would
 * otherwise take a slow phone longer than a frame. A name that waits is called once, however often it is
 * added; nothing is called while the page is hidden.
 */
export function scheduleOverFrames(
  tell: (name: string) => void,
  onFrame: (work: () => void) => unknown = requestAnimationFrame,
): (name: string) => void {
  const waiting = new Set<string>();
  let asked = false;
  let part = LEAST_A_FRAME;

  const ask = (): void => {
    if (asked) return;
    asked = true;
    onFrame(work);
  };
  const work = (): void => {
    asked = false;
    let left = part;
    for (const name of waiting) {
      if (left === 0) break;
      left -= 1;
      waiting.delete(name);
      tell(name);
    }
    if (waiting.size > 0) ask();
  };
  return (name) => {
    waiting.add(name);
    part = Math.max(LEAST_A_FRAME, Math.ceil(waiting.size / MOST_FRAMES));
    ask();
  };
}
