/** A swipe back begins at the very edge, where nothing else is swiped. */
const EDGE_PX = 28;
/** Let go beyond this part of the page's width it goes back; quicker than this (px a ms) a shorter way is enough. */
const ENOUGH = 0.35;
const QUICK = 0.5;
const QUICK_PX = 40;

type Box = { readonly left: number; readonly width: number };

/**
 * Whether a touch at `x` may become a swipe back: at the left edge of the column, which on a wide screen is
 * not the edge of the window.
 */
export const beginsAtEdge = (x: number, { left }: Box): boolean => x >= left && x <= left + EDGE_PX;

/** Whether letting go after `distance` px, at `velocity` px a ms, goes back. */
export const goesBack = (distance: number, velocity: number, { width }: Box): boolean =>
  distance > width * ENOUGH || (distance > QUICK_PX && velocity > QUICK);

/** What can be asked of an element about its own sideways gestures; elements of the page are such. */
type Scrollable = {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly parentElement: Scrollable | null;
  matches(selector: string): boolean;
};

/** Whatever is swiped, dragged or slid by itself. */
const OWN_GESTURES = 'canvas, input, textarea, [data-sideways], [role$=dialog], #sheets';

/**
 * Whether the finger lies on something that moves sideways: a chart, a carousel, a line that scrolls, a sheet.
 * Then it is not the page's.
 */
export function movesSideways(element: Scrollable | null, overflowOf: (element: Scrollable) => string): boolean {
  for (let at = element; at; at = at.parentElement) {
    if (at.matches(OWN_GESTURES)) return true;
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(overflowOf(at))) return true;
  }
  return false;
}
