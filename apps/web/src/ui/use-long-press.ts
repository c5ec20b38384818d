import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { createHold } from './hold.ts';

/**
 * Handlers for an element that can be held: `<a {...useLongPress(open)}>`. The click that ends a hold is
 * swallowed. A right click and the keyboard's menu key do the same as holding, so nothing needs a finger.
 */
export function useLongPress(onHold: () => void) {
  const latest = useRef(onHold);
  useEffect(() => {
    latest.current = onHold;
  }, [onHold]);
  const [{ end, handlers }] = useState(() => createHandlers(() => latest.current()));
  useEffect(() => end, [end]);
  return handlers;
}

function createHandlers(onHold: () => void) {
  let held = false;
  const hold = createHold(() => {
    held = true;
    onHold();
  });
  return {
    end: hold.end,
    handlers: {
      onPointerDown(event: PointerEvent) {
        held = false;
        if (event.button === 0) hold.begin(event.clientX, event.clientY);
      },
      onPointerMove: (event: PointerEvent) => hold.move(event.clientX, event.clientY),
      onPointerUp: hold.end,
      onPointerCancel: hold.end,
      onPointerLeave: hold.end,
      onClickCapture(event: MouseEvent) {
        if (!held) return;
        held = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onContextMenu(event: MouseEvent) {
        event.preventDefault();
        hold.end();
        if (held) return; // the hold has opened it already
        held = event.button !== 2;
        onHold();
      },
    },
  };
}
