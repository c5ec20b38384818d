import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync, transformWithOxc, type Plugin } from 'vite';
import { filesOf } from './bundle-files.ts';

/**
 * What makes the built app one that can be installed and opens without a network: its manifest, its service
 * worker, its colours outside the page.
 */

const tokens = readFileSync(path.join(import.meta.dirname, 'src/ui/tokens.css'), 'utf8');
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

const MANIFEST = {
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
};

/** What the worker keeps at once: code of the build, and what of `public` the first page shows. */
const KEPT_OF_BUILD = /^(index\.html|assets\/[^/]+\.(js|css|svg))$/;
const KEPT_OF_PUBLIC = /^(first-paint\.js|mark\.svg|banners\/[^/]+\.svg)$/;
const PUBLIC = path.join(import.meta.dirname, 'public');
const WORKER = path.join(import.meta.dirname, 'service-worker.ts');

const hashContent = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16);

/**
 * The manifest and the worker, and the page's link to the manifest. The page registers the worker (shell/installed.ts).
 */
export const installable = (): Plugin => ({
  name: 'khara:installable',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: `${SCOPE}manifest.webmanifest` }, injectTo: 'head' },
  ],
  generateBundle: {
    order: 'post', // the page stands
    async handler(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(MANIFEST) });
      const built = Object.values(bundle).filter(({ fileName }) => KEPT_OF_BUILD.test(fileName));
      const shown = readdirSync(PUBLIC, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => KEPT_OF_PUBLIC.test(file));
      const files = Object.fromEntries(
        [
          ...built.map((file): [string, string] => [
            file.fileName,
            file.fileName.startsWith('assets/') ? '' : hashContent(file.type === 'chunk' ? file.code : file.source),
          ]),
          ...shown.map((file): [string, string] => [file, hashContent(readFileSync(path.join(PUBLIC, file)))]),
        ].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );
      const first = filesOf(bundle, ({ isEntry }) => isEntry).add('index.html');
      const values = {
        FILES: files,
        FIRST: Object.keys(files).filter(
          (file) => first.has(file) || file.endsWith('.svg') || file === 'first-paint.js',
        ),
        VERSION: hashContent(JSON.stringify(files)),
      };
      const before = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
      const { code } = await transformWithOxc(readFileSync(WORKER, 'utf8'), WORKER);
      const source = minifySync('sw.js', [...before, code].join('\n')).code;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
});

/** The colours around the page are the tokens': the theme's is put in place by first-paint.js. */
export const colours = (): Plugin => ({
  name: 'khara:colours',
  transformIndexHtml: (html) => html.replaceAll('%WHITE%', WHITE).replaceAll('%DARK_BLUE%', DARK_BLUE),
});
