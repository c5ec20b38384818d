/**
 * News of one moment is spread over at most so many frames. A frame in which anything has changed costs as
 * much as telling several rows, but the work of fewer frames is longer than a frame of a slow device.
 */
const MOST_FRAMES = 5;
const LEAST_A_FRAME = 4;

/**
 * Tells of names a few at a time, a few in each frame: a message that changes every row of a list would
 * otherwise take a slow phone longer than a frame. A name that waits is called once, however often it is
 * added; nothing is called while the page is hidden. `rows`: how many rows cost as much as what reads it.
 */
export function scheduleOverFrames(
  tell: (name: string) => void,
  onFrame: (work: () => void) => unknown = requestAnimationFrame,
): (name: string, rows?: number) => void {
  const waiting = new Map<string, number>();
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
    for (const [name, rows] of waiting) {
      if (left <= 0) break;
      left -= rows;
      waiting.delete(name);
      tell(name);
    }
    if (waiting.size > 0) ask();
  };
  return (name, rows = 1) => {
    waiting.set(name, rows); // one that waits keeps its place
    part = Math.max(LEAST_A_FRAME, Math.ceil(waiting.size / MOST_FRAMES));
    ask();
  };
}
