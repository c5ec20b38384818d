import '#ui/tokens.css';
import '#ui/base.css';
import '#shell/first-page.css';
import './static-lab.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#api/client.ts';
import { startTexts } from '#i18n/index.ts';
import { currentLanguage } from '#lib/language.ts';
import { currentTheme } from '#lib/theme.ts';
import { watchTranslators } from '#lib/translators.ts';
import { here, replace } from '#shell/location.ts';
import { PracticeMarker } from '#shell/practice-marker.tsx';
import { setRouteTable, type Route } from '#shell/route-table.ts';
import { Router } from '#shell/router.tsx';
import { ToastView } from '#ui/toast-view.tsx';

/**
 * What needs no server, over files that `npm run lab:static` wrote: the Day Lab, and the lesson "Inside the fake app".
 */

/** The most that a page of the app may have: no desk stands beside it here. */
const MAX_WIDTH = '960px';
const LAB: Route = {
  path: '/pages/lab/day',
  title: 'lab',
  guest: true,
  texts: ['lab', 'session', 'stock', 'ticket', 'refusals'],
  screen: () => import('#screens/lab/static-day.tsx'),
};
const LESSON: Route = {
  path: '/pages/lesson/index',
  title: 'lesson',
  guest: true,
  texts: ['lesson'],
  screen: () => import('#screens/lesson/fake-app.tsx'),
};
setRouteTable({ routes: [LAB, LESSON], aliases: {}, notFound: LAB });
document.documentElement.dataset['theme'] = currentTheme();
document.documentElement.style.setProperty('--w-page', MAX_WIDTH);
document.documentElement.lang = currentLanguage();
if (![LAB, LESSON].some(({ path }) => here().startsWith(path))) replace(LAB.path);

watchTranslators();
const container = document.getElementById('root');
if (!container) throw new Error('no #root');
await startTexts().catch(() => {});
createRoot(container).render(
  <QueryClientProvider client={queryClient}>
    <div className="app-frame">
      <PracticeMarker />
      <Router />
      <ToastView />
      <div id="sheets" />
    </div>
  </QueryClientProvider>,
);
