import { call } from './client.ts';

const POLL_EVERY_MS = 60_000;
const RELOAD_AFTER_MS = 100;

/**
 * Where to reload when the server has begun to serve another front end than the one this page was loaded
 * with: the version goes into the query string, so that no cache answers. Undefined when it is the same one,
 * or when the page was already reloaded for it.
 */
export function reloadAddress(loaded: string | undefined, served: string, href: string): string | undefined {
  if (served === '' || loaded === undefined || served === loaded) return undefined;
  const url = new URL(href);
  if (url.searchParams.get('v') === served) return undefined;
  url.searchParams.set('v', served);
  return url.toString();
}

/**
 * Watches GET /api/users; `onNewer` is called first, then the page reloads after 100 ms. The page itself is
 * never cached, so the first version received is the one this page is made of; the config cache keeps it
 * (config.ts).
 */
export function watchVersion(onNewer: () => void): void {
  let loaded: string | undefined;
  const check = async () => {
    const answer = await call('frontEndVersion');
    if (!answer.ok) return;
    const served = answer.data.qianduanVer;
    const address = reloadAddress(loaded, served, location.href);
    loaded ??= served;
    if (address === undefined) return;
    onNewer();
    setTimeout(() => location.replace(address), RELOAD_AFTER_MS);
  };
  void check();
  setInterval(() => document.visibilityState === 'visible' && void check(), POLL_EVERY_MS);
}
