import { createContext, lazy, Suspense, type ReactNode } from 'react';

export type SheetProps = {
  readonly open: boolean;
  /** Called for every way out: the scrim, back, Escape, the pull, the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** At the bottom, outside what scrolls. */
  readonly dock?: ReactNode;
  /** False for a sheet that must be answered (the default password, shown once). */
  readonly dismissible?: boolean;
};

/** Whether one is inside a sheet: there is one at a time, so nothing there opens another. */
export const InSheet = createContext(false);

// Base UI's drawer comes with the first sheet, not with the first page.
const Body = lazy(() => import('./sheet-body.tsx'));
/** A failure is met again, and shown, when a sheet is opened. */
export const preloadSheet = (): void => void import('./sheet-body.tsx').catch(() => undefined);

let everOpened = false;

/** A sheet from below, at most 88 % of the height; focus is trapped and comes back. One at a time. */
export function Sheet(props: SheetProps) {
  everOpened ||= props.open;
  if (!everOpened) return null;
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}
