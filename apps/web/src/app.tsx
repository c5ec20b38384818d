import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import i18next from 'i18next';
import { onPrivateEvent, queryClient, socket, whenSessionOver } from '#api/client.ts';
import { loadConfig } from '#api/config.ts';
import { useFeed } from '#api/feed.ts';
import { useLanguageStore } from '#api/language.ts';
import { isSignedIn } from '#api/session.ts';
import { settleIntentions } from '#api/settle-intentions.ts';
import { watchVersion } from '#api/version.ts';
import { say } from '#i18n/say.ts';
import { loginAddress } from '#shell/guard.ts';
import { here } from '#shell/location.ts';
import { navigateTo, redirectTo } from '#shell/navigation.ts';
import { PracticeMarker } from '#shell/practice-marker.tsx';
import { Router } from '#shell/router.tsx';
import css from '#shell/shell.module.css';
import { preloadSheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { ToastView } from '#ui/toast-view.tsx';

/** Everything that runs beside the pages: the line to the market, the version watch, what to say when a session ends. */
function useApp() {
  useEffect(() => {
    whenSessionOver((message) => {
      toast(message, { urgent: true });
      redirectTo(loginAddress(here()));
    });
    socket.start();
    void loadConfig();
    watchVersion(() => toast(say('newVersion')));
    if (isSignedIn()) void settleIntentions();
    const later = setTimeout(preloadSheet, 4000);

    const network = () => {
      useFeed.setState({ online: navigator.onLine });
      if (navigator.onLine) socket.wake();
    };
    const looked = () => document.visibilityState === 'visible' && socket.wake();
    window.addEventListener('online', network);
    window.addEventListener('offline', network);
    document.addEventListener('visibilitychange', looked);
    const keys = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      navigateTo('/pages/index/search/index');
    };
    window.addEventListener('keydown', keys);
    const stopNotices = onPrivateEvent((event) => {
      if (event.type === 'notice') toast(event.data.title);
    });
    // What the server names (stocks, channels) comes in the reader's language: it is asked again in the new one.
    const stopLanguage = useLanguageStore.subscribe(() => {
      void queryClient.invalidateQueries();
      void loadConfig();
    });
    return () => {
      clearTimeout(later);
      window.removeEventListener('keydown', keys);
      window.removeEventListener('online', network);
      window.removeEventListener('offline', network);
      document.removeEventListener('visibilitychange', looked);
      stopNotices();
      stopLanguage();
      socket.stop();
    };
  }, []);
}

export function App() {
  useApp();
  return (
    <I18nextProvider i18n={i18next}>
      <QueryClientProvider client={queryClient}>
        <div className={css.frame}>
          <PracticeMarker />
          <Router />
          <ToastView />
          <div id="sheets" />
        </div>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
