import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { queryClient, socket, whenSessionOver } from '#api/client.ts';
import { noteEnded } from './ended-note.ts';
import { HOME, loginAddress } from './guard.ts';
import { here } from './location.ts';
import { redirectTo } from './navigation.ts';
import { PracticeMarker } from './practice-marker.tsx';
import { Router } from './router.tsx';
import { toast } from '#ui/toast.ts';
import { ToastView } from '#ui/toast-view.tsx';

/**
 * What stands beside the pages: bars below them, and what fingers and keys do, which has its place above the sheets.
 */
export type PageSurroundings = { readonly bars: ReactNode; readonly input: ReactNode };

/**
 * What begins after the first page. `startBackground` is given what shows `PageSurroundings`, and returns how to stop.
 */
type Background = {
  readonly startBackground: (frame: HTMLElement, show: (beside: PageSurroundings) => void) => () => void;
};
type LoadBackground = () => Promise<Background>;

/**
 * Everything that runs beside the pages: the line to the market, what to say when a session ends, and what comes later.
 */
function useApp(
  frame: RefObject<HTMLElement | null>,
  show: (beside: PageSurroundings) => void,
  loadBackground: LoadBackground,
) {
  useEffect(() => {
    whenSessionOver(({ message, wasPractice }) => {
      if (wasPractice) noteEnded(message);
      else toast(message, { urgent: true });
      redirectTo(wasPractice ? HOME : loginAddress(here()));
    });
    socket.start();
    let stop: (() => void) | undefined;
    const begin = (): void =>
      void loadBackground().then(
        ({ startBackground }) => (stop = frame.current ? startBackground(frame.current, show) : undefined),
        () => window.addEventListener('online', begin, { once: true }), // it comes with the network
      );
    const soon = setTimeout(begin, AFTER_FIRST_PAGE_MS);
    return () => {
      stop?.();
      clearTimeout(soon);
      window.removeEventListener('online', begin);
      socket.stop();
    };
  }, [frame, show, loadBackground]);
}

const AFTER_FIRST_PAGE_MS = 1000;

export function App({ loadBackground }: { readonly loadBackground: LoadBackground }) {
  const [beside, setBeside] = useState<PageSurroundings>();
  const frame = useRef<HTMLDivElement>(null);
  useApp(frame, setBeside, loadBackground);
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={frame} className="app-frame">
        <PracticeMarker />
        <Router />
        {beside?.bars}
        <ToastView />
        <div id="sheets" />
        {beside?.input}
      </div>
    </QueryClientProvider>
  );
}
