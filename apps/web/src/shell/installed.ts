import { currentLanguage, useLanguageStore } from '#lib/language.ts';
import { textAddress, TEXTS_CACHE } from '#i18n/addresses.ts';
import { SHELL, textFiles } from '#i18n/text-files.ts';
import { routeTable } from './route-table.ts';

/** The worker behind the installed app (service-worker.ts): what it keeps, and when a newer version of it waits. */

const UPDATE_EVERY_MS = 60 * 60_000;
/** Some 300 files, most of them of pages that are never opened: the reader's first ones come before. */
const KEEP_ALL_AFTER_MS = 4000;

/**
 * The texts of every page in the chosen language, so that a page that was never opened can be read offline.
 * Those of an older version go.
 */
async function keepTexts(): Promise<void> {
  const language = currentLanguage();
  const files = textFiles([...SHELL, 'practice', 'session', ...routeTable().routes.flatMap(({ texts }) => texts)]);
  const wanted = new Set(files.map((file) => new URL(textAddress(language, file), location.href).href));
  const cache = await caches.open(TEXTS_CACHE);
  for (const { url } of await cache.keys()) {
    if (!url.includes(`-${TEXTS_VERSION}.json`)) await cache.delete(url);
    else wanted.delete(url);
  }
  await cache.addAll([...wanted]);
}

const keep = (): Promise<void> => keepTexts().catch(() => {}); // what is missing is fetched when it is needed

/** Whether this page is made of what the server serves now: then a newer worker takes over without a word. */
async function isNewest(): Promise<boolean> {
  const answer = await fetch(`${import.meta.env.BASE_URL}?now=${Date.now()}`, { cache: 'no-store' });
  const entry = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  return entry !== undefined && (await answer.text()).includes(`"${new URL(entry).pathname}"`);
}

/**
 * Registers the worker, which keeps the first page at once and the rest later; `onNewer` is called when a newer
 * version is here, with what makes it take over and reloads.
 */
export async function install(onNewer: (take: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator;
  const scope = import.meta.env.BASE_URL;
  const registration = await serviceWorker.register(`${scope}sw.js`, { scope });
  const takeOver = () => registration.waiting?.postMessage('take over'); // as service-worker.ts hears it
  const onWaiting = (): void => {
    // The first one waits for no other.
    if (!registration.waiting || !registration.active) return;
    void isNewest().then(
      (newest) => {
        if (newest) return takeOver();
        return onNewer(() => {
          serviceWorker.addEventListener('controllerchange', () => location.reload());
          takeOver();
        });
      },
      () => {}, // no line: asked again with the next visit
    );
  };
  onWaiting(); // since an earlier visit
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') onWaiting();
    });
  });
  setInterval(() => void registration.update().catch(() => {}), UPDATE_EVERY_MS);
  await serviceWorker.ready;
  await new Promise((resolve) => setTimeout(resolve, KEEP_ALL_AFTER_MS));
  await keep(); // a page without its words is none
  registration.active?.postMessage('keep all'); // as service-worker.ts hears it
  useLanguageStore.subscribe(() => void keep());
}
