/** Looking closer at a picture (docs/sources.md W1): from 1, where all of it is seen, to 4. */
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 4;

/** How a picture lies in its box: its scale, and how far its middle is from the box's, in px. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };
type Point = { readonly x: number; readonly y: number };

export const WHOLE: View = { scale: MIN_ZOOM, x: 0, y: 0 };

// Never minus zero.
const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value)) + 0;

/** Moves a picture by hand; it never leaves the box further than to its own edge. */
export function movedTo({ scale }: View, { x, y }: Point, box: Size): View {
  const [roomX, roomY] = [((scale - 1) * box.width) / 2, ((scale - 1) * box.height) / 2];
  return { scale, x: between(-roomX, x, roomX), y: between(-roomY, y, roomY) };
}

/** Zooms so that what lies under `point`, in px from the middle of the box, stays under it. */
export function zoomedTo(view: View, scale: number, point: Point, box: Size): View {
  const next = between(MIN_ZOOM, scale, MAX_ZOOM);
  const ratio = next / view.scale;
  const moved = { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
  return movedTo({ ...view, scale: next }, moved, box);
}
