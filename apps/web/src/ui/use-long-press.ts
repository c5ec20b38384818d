import { useCallback, useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** Specification section 9: it fires after 350 ms and is cancelled by a movement of more than 10 px. */
export const LONG_PRESS_MS = 350;
export const LONG_PRESS_SLOP_PX = 10;

/**
 * Handlers for an element that can be held: `<a {...useLongPress(open)}>`. The click that ends a hold is swallowed. A right click and the keyboard's
 * menu key do the same as holding, so nothing needs a finger.
 */
export function useLongPress(onHold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const held = useRef(false);
  const latest = useRef(onHold);
  useEffect(() => {
    latest.current = onHold;
  }, [onHold]);

  const stop = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => stop, [stop]);

  return {
    onPointerDown: useCallback((event: PointerEvent) => {
      held.current = false;
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        held.current = true;
        latest.current();
      }, LONG_PRESS_MS);
    }, []),
    onPointerMove: useCallback((event: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > LONG_PRESS_SLOP_PX) clearTimeout(timer.current);
    }, []),
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClickCapture: useCallback((event: MouseEvent) => {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    }, []),
    onContextMenu: useCallback((event: MouseEvent) => {
      event.preventDefault();
      clearTimeout(timer.current);
      if (held.current) return; // the hold has opened it already
      held.current = event.button !== 2;
      latest.current();
    }, []),
  };
}
