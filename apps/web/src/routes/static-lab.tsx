import '#ui/tokens.css';
import '#ui/base.css';
import '#shell/first-page.css';
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

/** The Day Lab by itself, over files that `npm run lab:static` wrote: it asks no server for anything else. */

const LAB: Route = {
  path: '/pages/lab/day',
  title: 'lab',
  guest: true,
  texts: ['lab', 'session', 'stock', 'ticket', 'refusals'],
  screen: () => import('#screens/lab/static-day.tsx'),
};
setRouteTable({ routes: [LAB], aliases: {}, notFound: LAB });
document.documentElement.dataset['theme'] = currentTheme();
document.documentElement.lang = currentLanguage();
if (!here().startsWith(LAB.path)) replace(LAB.path);

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
