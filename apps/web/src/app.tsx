import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { onPrivateEvent, queryClient, socket, whenSessionOver } from '#api/client.ts';
import { loadConfig } from '#api/config.ts';
import { useFeed } from '#api/feed.ts';
import { useLanguageStore } from '#api/language.ts';
import { isSignedIn } from '#api/session.ts';
import { say } from '#i18n/say.ts';
import { routeOf } from '#routes';
import { loginAddress } from '#shell/guard.ts';
import { here } from '#shell/location.ts';
import { redirectTo } from '#shell/navigation.ts';
import { PracticeMarker } from '#shell/practice-marker.tsx';
import { Router } from '#shell/router.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { ToastView } from '#ui/toast-view.tsx';

/** Everything that runs beside the pages: the line to the market, the version watch, what to say when a session ends. */
function useApp(onNewer: (take: () => void) => void) {
  useEffect(() => {
    whenSessionOver((message) => {
      toast(message, { urgent: true });
      redirectTo(loginAddress(here()));
    });
    socket.start();
    void loadConfig();
    if (isSignedIn()) void askAboutLostAnswers().catch(() => undefined);
    const soon = setTimeout(() => void watchForNewVersion().catch(() => undefined), 3000);
    const later = setTimeout(preloadSheet, 4000);
    const installing = setTimeout(() => {
      void lastSeen.keep();
      if (import.meta.env.PROD && 'serviceWorker' in navigator) void installed(onNewer).catch(() => undefined);
    }, 5000);

    const network = () => {
      useFeed.setState({ online: navigator.onLine });
      if (!navigator.onLine) return;
      socket.wake();
      askAgain();
    };
    if (!navigator.onLine) void lastSeen.show();
    const stopFeed = useFeed.subscribe(({ state, online }, before) => {
      if ((state === 'stale' && before.state !== 'stale') || (!online && before.online)) void lastSeen.show();
      if (state === 'live' && before.state === 'stale') askAgain();
    });
    const looked = () => document.visibilityState === 'visible' && socket.wake();
    window.addEventListener('online', network);
    window.addEventListener('offline', network);
    document.addEventListener('visibilitychange', looked);
    const stopNotices = onPrivateEvent((event) => {
      if (event.type === 'notice') toast(event.data.title);
    });
    // What the server names (stocks, channels) comes in the reader's language: it is asked again in the new one.
    const stopLanguage = useLanguageStore.subscribe(() => {
      void queryClient.invalidateQueries();
      void loadConfig();
    });
    return () => {
      clearTimeout(soon);
      clearTimeout(later);
      window.removeEventListener('online', network);
      window.removeEventListener('offline', network);
      document.removeEventListener('visibilitychange', looked);
      clearTimeout(installing);
      stopFeed();
      stopNotices();
      stopLanguage();
      socket.stop();
    };
  }, [onNewer]);
}

let asking: ReturnType<typeof setTimeout> | undefined;
/** After a gap what is shown may be old. Not everybody asks in the same moment: a server that comes back has enough to do. */
function askAgain() {
  clearTimeout(asking);
  asking = setTimeout(() => void queryClient.invalidateQueries(), Math.random() * 1500);
}

const lastSeen = {
  show: () => import('#api/last-seen.ts').then(({ showLastSeen }) => showLastSeen()).catch(() => undefined),
  keep: () => import('#api/last-seen.ts').then(({ keepLastSeen }) => keepLastSeen()).catch(() => undefined),
};

// None of these is needed for the first page.
async function installed(onNewer: (take: () => void) => void) {
  const { install } = await import('#shell/installed.ts');
  await install(onNewer);
}
const UpdateBar = lazy(() => import('#shell/update-bar.tsx'));
async function watchForNewVersion() {
  const { watchVersion } = await import('#api/version.ts');
  watchVersion(() => toast(say('newVersion')));
}
async function askAboutLostAnswers() {
  const { settleIntentions } = await import('#api/settle-intentions.ts');
  for (const { settled } of await settleIntentions()) {
    if (settled !== 'unknown') toast(say(settled === 'done' ? 'settledDone' : 'settledNot'), { ms: 4000 });
  }
}

// Fingers and keys beyond a tap: what they do comes after the first page. Where it does not come, nothing else is missing.
const absent = { default: () => null };
const SwipeBack = lazy(() => import('#features/gestures/swipe-back.tsx').catch(() => absent));
const Shortcuts = lazy(() => import('#features/shortcuts/shortcuts.tsx').catch(() => absent));
const AFTER_FIRST_PAGE_MS = 1000;

const isTab = (): boolean => routeOf(here().split('?')[0] ?? '')?.tab !== undefined;

function Gestures({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setElement(frame.current), AFTER_FIRST_PAGE_MS);
    return () => clearTimeout(timer);
  }, [frame]);
  if (!element) return null;
  return (
    <Suspense fallback={null}>
      <SwipeBack frame={element} isRoot={isTab} />
      <Shortcuts />
    </Suspense>
  );
}

export function App() {
  // A function in a state is called by its setter: it is wrapped.
  const [newer, setNewer] = useState<{ readonly take: () => void }>();
  useApp(useCallback((take) => setNewer({ take }), []));
  const frame = useRef<HTMLDivElement>(null);
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={frame} className="app-frame">
        <PracticeMarker />
        <Router />
        {newer && (
          <Suspense fallback={null}>
            <UpdateBar onReload={newer.take} />
          </Suspense>
        )}
        <ToastView />
        <div id="sheets" />
        <Gestures frame={frame} />
      </div>
    </QueryClientProvider>
  );
}
