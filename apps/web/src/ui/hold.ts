/** A long press fires after 350 ms; a movement of more than 10 px cancels it (docs/sources.md W1). */
export const LONG_PRESS_MS = 350;
export const LONG_PRESS_SLOP_PX = 10;

type Hold = {
  /** A pointer goes down here; px. */
  readonly begin: (x: number, y: number) => void;
  readonly move: (x: number, y: number) => void;
  /** Let go, taken over by the browser, or left: nothing fires any more. */
  readonly end: () => void;
};

/** Tells when a pointer has rested long enough in one place. */
export function createHold(onHold: () => void): Hold {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  const end = (): void => clearTimeout(timer);
  return {
    begin(x, y) {
      end();
      start = { x, y };
      timer = setTimeout(onHold, LONG_PRESS_MS);
    },
    move(x, y) {
      if (Math.hypot(x - start.x, y - start.y) > LONG_PRESS_SLOP_PX) end();
    },
    end,
  };
}
