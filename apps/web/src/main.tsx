import '#ui/tokens.css';
import '#ui/base.css';
import '#shell/first-page.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { whenPracticeOver } from '#api/client.ts';
import { loadConfig } from '#api/config.ts';
import { startTexts } from '#i18n/index.ts';
import { currentLanguage } from '#lib/language.ts';
import { showDay } from '#lib/time.ts';
import { ROUTES } from '#routes/routes.ts';
import { App } from '#shell/app.tsx';
import { noteEnded } from '#shell/ended-note.ts';
import { LOGIN } from '#shell/guard.ts';
import { here } from '#shell/location.ts';
import { mayOpen } from '#shell/navigation.ts';
import { findRoute, setRouteTable } from '#shell/route-table.ts';
import { preload } from '#shell/screen-loader.ts';
import { roomNow } from '#shell/use-wide.ts';

/**
 * index.html shows the practice marker and a skeleton. Within this time the app shows its
 * own, in which a failure is shown and can be tried again.
 */
const TIMEOUT_MS = 1000;

setRouteTable(ROUTES);
whenPracticeOver((leave, message) => {
  const say = (): void => noteEnded(message);
  // Where its code does not come, the next answer tries again.
  import('#api/practice.ts').then(({ reopenSession }) => reopenSession(leave, say)).catch(() => {});
});
/** What runs beside the pages, which the first page does without. */
const loadBackground = () => import('#features/background/background.tsx');

const container = document.getElementById('root');
if (!container) throw new Error('no #root');

// While the code of the page comes: what a guest may open, and whether a wide screen is a desk.
void loadConfig();

// Texts first: a page is never shown in two languages. Should another language not come, English is part of the code.
const texts = startTexts().catch(() => {});
// A guest who may not open the page comes to the login page.
const [path = '', search = ''] = (mayOpen(here()) === false ? LOGIN : here()).split('?');
const route = findRoute(path) ?? ROUTES.notFound;
route.askAhead?.(search);
const desk = roomNow() === 'column' ? undefined : ROUTES.desk;
const page = desk
  ? desk()
      .then(({ preloadPanes }) => preloadPanes(path, search))
      .catch(() => {}) // the router asks again
  : preload(route);
// The first format of a date takes a slow phone longer than a frame: it is made while the network is waited for, in a
// task of its own.
setTimeout(() => showDay(0, currentLanguage()));
await Promise.all([texts, Promise.race([page, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])]);
// In small pieces, between which the reader is heard.
const root = createRoot(container);
startTransition(() => root.render(<App loadBackground={loadBackground} />));
