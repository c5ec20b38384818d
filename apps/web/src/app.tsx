import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Beside } from './background.tsx';
import { queryClient, socket, whenSessionOver } from '#api/client.ts';
import { loadConfig } from '#api/config.ts';
import { loginAddress } from '#shell/guard.ts';
import { here } from '#shell/location.ts';
import { redirectTo } from '#shell/navigation.ts';
import { PracticeMarker } from '#shell/practice-marker.tsx';
import { Router } from '#shell/router.tsx';
import { toast } from '#ui/toast.ts';
import { ToastView } from '#ui/toast-view.tsx';

/** Everything that runs beside the pages: the line to the market, what to say when a session ends, and what comes later (background.tsx). */
function useApp(frame: RefObject<HTMLElement | null>, show: (beside: Beside) => void) {
  useEffect(() => {
    whenSessionOver((message) => {
      toast(message, { urgent: true });
      redirectTo(loginAddress(here()));
    });
    socket.start();
    void loadConfig();
    let stop: (() => void) | undefined;
    const begin = (): void =>
      void import('./background.tsx').then(
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
  }, [frame, show]);
}

const AFTER_FIRST_PAGE_MS = 1000;

export function App() {
  const [beside, setBeside] = useState<Beside>();
  const frame = useRef<HTMLDivElement>(null);
  useApp(frame, setBeside);
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={frame} className="app-frame">
        <PracticeMarker />
        <Router />
        {beside?.bars}
        <ToastView />
        <div id="sheets" />
        {beside?.hands}
      </div>
    </QueryClientProvider>
  );
}
