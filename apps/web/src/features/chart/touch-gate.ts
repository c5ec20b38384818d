import { LONG_PRESS_MS, LONG_PRESS_SLOP_PX as SLOP_PX } from '#ui/hold.ts';

/*
 * The chart library takes every drag for itself. On a phone that would make the page impossible to scroll
 * past the chart, so touches go through this gate first: a drag that starts upright scrolls the page, a
 * finger that rests 350 ms moves the crosshair, everything else reaches the library.
 */

type TouchGate = {
  /** A finger rests here, or moves on after having rested; px from the top left corner of the element. */
  readonly onRest: (x: number, y: number) => void;
  readonly onDoubleTap: () => void;
  /** A drag of the chart begins, or has ended: nothing is pointed at. */
  readonly onDrag: () => void;
};

export function gateTouches(element: HTMLElement, { onRest, onDoubleTap, onDrag }: TouchGate): () => void {
  const abort = new AbortController();
  const listen = <K extends keyof HTMLElementEventMap>(type: K, handler: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(type, handler, { capture: true, passive: false, signal: abort.signal });

  let start: { readonly x: number; readonly y: number } | undefined;
  let mode: 'undecided' | 'page' | 'chart' | 'rest' = 'undecided';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastTap = { at: 0, x: 0, y: 0 };

  const rest = (touch: Touch): void => {
    const box = element.getBoundingClientRect();
    onRest(touch.clientX - box.left, touch.clientY - box.top);
  };

  listen('touchstart', (event) => {
    clearTimeout(timer);
    const touch = event.touches[0];
    if (!touch || event.touches.length > 1) {
      mode = 'chart'; // two fingers pinch
      return;
    }
    mode = 'undecided';
    start = { x: touch.clientX, y: touch.clientY };
    timer = setTimeout(() => {
      if (mode !== 'undecided') return;
      mode = 'rest';
      event.target?.dispatchEvent(new Event('touchcancel', { bubbles: true })); // the library's own, slower long press
      rest(touch);
    }, LONG_PRESS_MS);
  });

  listen('touchmove', (event) => {
    const touch = event.touches[0];
    if (!touch || !start) return;
    const [dx, dy] = [Math.abs(touch.clientX - start.x), Math.abs(touch.clientY - start.y)];
    if (mode === 'undecided' && Math.max(dx, dy) > SLOP_PX) {
      clearTimeout(timer);
      mode = dy > dx ? 'page' : 'chart';
      if (mode === 'chart') onDrag();
    }
    if (mode === 'chart') return;
    event.stopPropagation();
    if (mode !== 'rest') return;
    event.preventDefault();
    rest(touch);
  });

  listen('touchend', (event) => {
    clearTimeout(timer);
    const touch = event.changedTouches[0];
    if (mode === 'chart') queueMicrotask(onDrag); // the library points at a candle once more while it stops
    if (!touch || mode !== 'undecided') return;
    const again =
      event.timeStamp - lastTap.at < LONG_PRESS_MS &&
      Math.hypot(touch.clientX - lastTap.x, touch.clientY - lastTap.y) < 3 * SLOP_PX;
    lastTap = { at: again ? 0 : event.timeStamp, x: touch.clientX, y: touch.clientY };
    if (again) onDoubleTap();
  });

  listen('touchcancel', (event) => {
    if (!event.isTrusted) return;
    clearTimeout(timer);
    // The page took the drag over. The library does not listen for that and would wait for this finger for ever.
    if (typeof TouchEvent === 'function') {
      const ended = { changedTouches: [...event.changedTouches], bubbles: true, cancelable: true };
      event.target?.dispatchEvent(new TouchEvent('touchend', ended));
    }
  });

  // A wheel over the chart scrolls the page like anywhere else; with Ctrl (and so by a touchpad's pinch) or
  // sideways it is the chart's.
  listen('wheel', (event) => {
    if (!event.ctrlKey && Math.abs(event.deltaY) >= Math.abs(event.deltaX)) event.stopPropagation();
  });

  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}
