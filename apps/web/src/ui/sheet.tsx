import { lazySheet } from './lazy-part.tsx';
import type { SheetProps } from './sheet-body.tsx';

// Base UI's drawer comes with the first sheet, not with the first page.
// One that does not come is a failure, or what waits for its answer would wait without end.
const Body = lazySheet(() => import('./sheet-body.tsx'));
/** A failure is met again, and shown, when a sheet is opened. */
export const preloadSheet = (): void => void import('./sheet-body.tsx').catch(() => undefined);

let everOpened = false;

/**
 * A sheet from below, at most 88 % of the height; focus is trapped and comes back. One at a time, and a term over it.
 */
export function Sheet(props: SheetProps) {
  everOpened ||= props.open;
  if (!everOpened) return null;
  return <Body {...props} />;
}
