import { call } from './client.ts';

const POLL_EVERY_MS = 60_000;
const RELOAD_AFTER_MS = 100;

/**
 * Where to reload when the server serves another front end than this one: the version goes into the query string, so that no cache answers.
 * Undefined when this is the right one, or when it was already reloaded for that version and the caches between have not followed.
 */
export function reloadAddress(running: string, served: string, href: string): string | undefined {
  if (served === '' || served === running) return undefined;
  const url = new URL(href);
  if (url.searchParams.get('v') === served) return undefined;
  url.searchParams.set('v', served);
  return url.toString();
}

/** Watches GET /api/users; `onNewer` is told first, then the page reloads after 100 ms. */
export function watchVersion(running: string, onNewer: () => void): void {
  const check = async () => {
    const served = await call('frontEndVersion');
    const address = served.ok ? reloadAddress(running, served.data.qianduanVer, location.href) : undefined;
    if (address === undefined) return;
    onNewer();
    setTimeout(() => location.replace(address), RELOAD_AFTER_MS);
  };
  setTimeout(() => void check(), 3000); // not in the way of the first page
  setInterval(() => document.visibilityState === 'visible' && void check(), POLL_EVERY_MS);
}
