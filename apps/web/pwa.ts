import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/**
 * What makes the built app one that can be installed and opens without a network: its manifest, its service
 * worker, its colours outside the page.
 */

const tokens = readFileSync(new URL('./src/ui/tokens.css', import.meta.url), 'utf8');
/** The ground of the two themes, in the order of tokens.css: white, dark blue. */
const [WHITE = '', DARK_BLUE = ''] = [...tokens.matchAll(/^ +--bg: (#\w+);/gm)].map(([, colour]) => colour);

export const SCOPE = '/h5/';
const page = (route: string): string => `${SCOPE}#${route}`;
const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const shortcut = (name: string, route: string) => ({
  name,
  url: page(route),
  icons: [icon('icon', 192, 'any')],
});

/** Runs in the worker, which is given its text: nothing from outside it may be named here. */
const pageOrCopy = async ({ request }: { readonly request: Request }): Promise<Response> => {
  let answer = Response.error();
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(4000) });
    if (answer.status < 500) return answer; // otherwise a server that is being restarted
  } catch {
    // No network.
  }
  return (await caches.match('/h5/index.html', { ignoreSearch: true })) ?? answer;
};

/**
 * The worker keeps the code (all of it: a page that was never opened opens offline too) and, as they are met,
 * texts, fonts and pictures with a hash in their name. A page is asked of the network first, so that a reader
 * online never gets yesterday's; answers of the API never pass through here.
 */
export const installable = (): Plugin[] =>
  VitePWA({
    strategies: 'generateSW',
    registerType: 'prompt',
    injectRegister: false, // shell/installed.ts does, when the first page stands
    manifest: {
      id: SCOPE,
      name: 'Khara – practice market',
      short_name: 'Khara',
      description: 'A practice stock market for India that its investors can check. Simulated prices, paper money.',
      lang: 'en',
      dir: 'ltr',
      start_url: page('/'),
      scope: SCOPE,
      display: 'standalone',
      background_color: WHITE,
      theme_color: WHITE,
      categories: ['finance', 'education'],
      icons: [
        icon('icon', 192, 'any'),
        icon('icon', 512, 'any'),
        icon('maskable', 192, 'maskable'),
        icon('maskable', 512, 'maskable'),
        { src: 'mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ],
      shortcuts: [shortcut('Market', '/pages/market/index'), shortcut('Assets', '/pages/transaction/index')],
    },
    includeManifestIcons: false,
    workbox: {
      globPatterns: ['index.html', 'first-paint.js', 'mark.svg', 'assets/*.{js,css,svg}', 'banners/*.svg'],
      dontCacheBustURLsMatching: /assets\//,
      // `/h5/` is answered by the route below, not by the copy.
      directoryIndex: null,
      navigateFallback: null,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
      runtimeCaching: [
        {
          urlPattern: ({ request }) => request.mode === 'navigate',
          handler: pageOrCopy,
        },
        {
          urlPattern: /\/h5\/assets\/texts\//,
          handler: 'CacheFirst',
          // Emptied of older ones by installed.ts.
          options: { cacheName: 'texts', cacheableResponse: { statuses: [200] } },
        },
        {
          urlPattern: /\/h5\/assets\/.*\.(woff2|png|jpg|webp)$/,
          handler: 'CacheFirst',
          options: { cacheName: 'fonts', expiration: { maxEntries: 60 }, cacheableResponse: { statuses: [200] } },
        },
      ],
    },
  });

/** The colours around the page are the tokens': the theme's is put in place by first-paint.js. */
export const colours = (): Plugin => ({
  name: 'khara:colours',
  transformIndexHtml: (html) => html.replaceAll('%WHITE%', WHITE).replaceAll('%DARK_BLUE%', DARK_BLUE),
});
