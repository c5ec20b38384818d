import type { Place } from './drawings.ts';

/*
 * A finger or a mouse that draws. What it takes goes past the library and past the page, which would both move with it.
 */

export type Pointed = Place & {
  readonly isTouch: boolean;
  /** The line shall lie level. */
  readonly isLevel: boolean;
};

type Hand = {
  /** True takes it: what follows until `up` is the drawing's. */
  readonly down: (at: Pointed) => boolean;
  readonly move: (at: Pointed) => void;
  readonly up: (at: Pointed) => void;
  readonly cancel: () => void;
  /** A mouse that is not pressed. */
  readonly hover: (at: Pointed) => void;
  /** The right key of a mouse: true where there was something to delete. */
  readonly erase: (at: Pointed) => boolean;
};

/** Listens to what points at the canvas, before the library in it does. Returns how to stop. */
export function followHand(canvas: HTMLElement, hand: Hand): () => void {
  const abort = new AbortController();
  const stage = canvas.parentElement ?? canvas;
  const listen = <K extends keyof HTMLElementEventMap>(type: K, handler: (event: HTMLElementEventMap[K]) => void) =>
    stage.addEventListener(type, handler, { capture: true, passive: false, signal: abort.signal });
  let isTaken = false;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const isOver = ({ target }: Event): boolean => target instanceof Node && canvas.contains(target);
  const pointed = ({ clientX, clientY, pointerType, shiftKey }: PointerEvent): Pointed => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top, isTouch: pointerType === 'touch', isLevel: shiftKey };
  };

  listen('pointerdown', (event) => {
    clearTimeout(ending);
    isTaken = event.isPrimary && event.button === 0 && isOver(event) && hand.down(pointed(event));
  });
  listen('pointermove', (event) => {
    if (isTaken) hand.move(pointed(event));
    else if (event.buttons === 0 && isOver(event)) hand.hover(pointed(event));
  });
  listen('pointerup', (event) => {
    if (!isTaken) return;
    hand.up(pointed(event));
    ending = setTimeout(() => (isTaken = false)); // the mouse's and the finger's own events follow
  });
  listen('pointercancel', () => {
    if (isTaken) hand.cancel();
    isTaken = false;
  });
  for (const type of ['touchstart', 'touchmove', 'touchend', 'mousedown', 'mouseup', 'dblclick'] as const) {
    listen(type, (event) => {
      if (!isTaken || !isOver(event)) return;
      event.stopPropagation();
      if (event.cancelable) event.preventDefault();
    });
  }
  listen('contextmenu', (event) => {
    if (!isOver(event)) return;
    const { left, top } = canvas.getBoundingClientRect();
    const place = { x: event.clientX - left, y: event.clientY - top, isTouch: false, isLevel: false };
    if (isTaken || hand.erase(place)) event.preventDefault();
  });
  return () => abort.abort();
}
