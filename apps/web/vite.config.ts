import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import {
  basketCalls,
  calls,
  holderOfferCalls,
  journalCalls,
  labCalls,
  LANGUAGES,
  missionCalls,
  ownLimitCalls,
  performanceCalls,
  privacyCalls,
  productChangeCalls,
  programCalls,
  dividendCalls,
  documentCalls,
  triggerCalls,
} from '@khara/contract';
import { textsFor } from '@khara/texts';
import release from '../../package.json' with { type: 'json' };
import { plainRoot } from '../../tools/plain-root.ts';
import { firstPage } from './first-page.ts';
import { colours, installable, SCOPE } from './pwa.ts';

/** Calls of pages that are opened later, which are none of the first load's: api/late-calls.ts adds them. */
const LATE: object = {
  ...basketCalls,
  ...holderOfferCalls,
  ...journalCalls,
  ...labCalls,
  ...missionCalls,
  ...productChangeCalls,
  ...programCalls,
  ...ownLimitCalls,
  ...performanceCalls,
  ...privacyCalls,
  ...documentCalls,
  ...dividendCalls,
  ...triggerCalls,
};

/**
 * The call table as the browser needs it: name, path, method, access and whether it moves money. The schemas
 * stay with the server, which validates; here they would cost 8 kB of the first load, and their types cost
 * nothing.
 */
export function callTable(): Plugin {
  const tables: ReadonlyMap<string, (call: string) => boolean> = new Map([
    ['virtual:call-table', (call) => !(call in LATE)],
    ['virtual:late-call-table', (call) => call in LATE],
  ]);
  return {
    name: 'khara:call-table',
    resolveId: (id) => (tables.has(id) ? `\0${id}` : undefined),
    load(id) {
      const isOf = tables.get(id.slice(1));
      if (!isOf) return undefined;
      // A line a call, "path name marks": read once at the start, and a tenth smaller than the object it makes. Like
      // paths stand together, without the part that nearly all have.
      const lines = Object.entries(calls)
        .filter(([call]) => isOf(call))
        .map(([call, { path, method, access, movesMoney }]) =>
          [
            path.replace(/^\/app\//, ''),
            call,
            (method === 'GET' ? 'G' : '') + (access === 'guest' ? 'g' : '') + (movesMoney ? 'm' : ''),
          ]
            .join(' ')
            .trim(),
        );
      return `export default Object.fromEntries(${JSON.stringify(lines.toSorted().join(';'))}.split(';').map((line) => {
        const [path, name, marks = ''] = line.split(' ');
        return [name, {
          path: path[0] === '/' ? path : '/app/' + path,
          method: marks.includes('G') ? 'GET' : 'POST',
          access: marks.includes('g') ? 'guest' : 'member',
          movesMoney: marks.includes('m'),
        }];
      }))`;
    },
  };
}

/**
 * Every namespace of every language as one small JSON file: a hundred lazy modules would need a list of a
 * hundred names in the first load.
 */
const textFiles = LANGUAGES.flatMap(({ tag }) =>
  Object.entries(textsFor(tag)).map(([namespace, texts]) => ({
    path: `${tag}/${namespace}`,
    json: JSON.stringify(texts),
  })),
);
/** One hash for all of them: the app asks for `assets/texts/hi/home-1a2b3c4d.json`. */
const textsVersion = createHash('sha256').update(JSON.stringify(textFiles)).digest('hex').slice(0, 8);

const nameOf = (path: string) => `assets/texts/${path}-${textsVersion}.json`;

export function textAssets(): Plugin {
  return {
    name: 'khara:texts',
    generateBundle() {
      for (const { path, json } of textFiles) this.emitFile({ type: 'asset', fileName: nameOf(path), source: json });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const found = textFiles.find(({ path }) => request.url?.startsWith(`/h5/${nameOf(path)}`));
        if (!found) return next();
        return response.setHeader('content-type', 'application/json').end(found.json);
      });
      // An edited text restarts the dev server, which reads them all again.
      server.watcher.add(path.join(import.meta.dirname, '../../packages/texts'));
      server.watcher.on('change', (file) => file.includes('packages/texts/') && void server.restart());
    },
  };
}

/** Where `npm run dev` finds the API. */
const api = process.env['KHARA_API'] ?? 'http://127.0.0.1:8080';

export const define = { APP_VERSION: JSON.stringify(release.version), TEXTS_VERSION: JSON.stringify(textsVersion) };

export default defineConfig({
  ...plainRoot(import.meta.dirname),
  base: SCOPE,
  define,
  plugins: [
    react(),
    callTable(),
    textAssets(),
    firstPage((texts) => SCOPE + nameOf(texts)),
    colours(),
    installable(),
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|html|svg|json|webmanifest)$/,
      threshold: 512,
    }),
  ],
  build: {
    outDir: 'dist',
    reportCompressedSize: false,
    // Names which files belong to which page: what the size check reads.
    manifest: true,
    target: 'es2022',
    // The policy of the page is `script-src 'self'`: nothing may be inlined, not even as a data: address.
    assetsInlineLimit: 0,
    // A page's own style arrives with its code; the rest is one file.
    cssCodeSplit: true,
    // Every browser that runs this app knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // By hash alone, which every answer's cache header still knows by its dash: the first load lists the
        // files of all pages, and their names would be 0.7 kB of it. `manifest.json` says which file is what.
        chunkFileNames: 'assets/k-[hash:7].js',
        // Of fewer signs a name is shorter when it is compressed.
        hashCharacters: 'base36',
        assetFileNames: 'assets/k-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What changes only with a dependency stays cached when the app changes.
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|i18next|zustand)[\\/]/,
            },
            { name: 'base-ui', test: /node_modules[\\/](@base-ui|@floating-ui)[\\/]/ },
            // What every page needs is one file: many small ones compress worse and ask as many times.
            {
              name: 'shell',
              test: /(packages|@khara)[\\/](money|texts)|web[\\/]src[\\/](screens[\\/]home[\\/]home\.|features[\\/](home[\\/](?!banner|below|newest)|money[\\/]use-now\.|quotes[\\/](quote|live-quote|use-market-known|scrolling|price-flash|held-quote|quote-row|row-frame|row-text|row-view|row-words|quote-skeleton|market-words)\.)|api[\\/](?!late-calls|mutate|pending-request|receipts|fetch-file|settle-pending-requests|version|last-seen)|lib[\\/](language|number|storage|time)\.|routes[\\/](?!late-screens|desk|use-plan)|i18n[\\/](?!trans|use-texts|change-language|has-text)|shell(?![\\/](practice-sheet|market-day|installed|update-bar|page-title|use-page-query|desk))|ui[\\/](amount|brand|button|card|class-names|hidden-amounts|icons|live-parts|row|spark-shape|states|toast|toast-view|sheet)\.)/,
            },
            // What most later pages share is one file too: the first load lists the files of every page.
            {
              name: 'kit',
              test: /web[\\/]src[\\/](ui[\\/](note|choice|segmented|field|opening-line|stepper|copy|in-sheet|checkbox|countdown|code-boxes)\.|lib[\\/](save-file|compact|use-settled)\.|api[\\/](mutate|use-depth)\.|shell[\\/]use-page-query\.|features[\\/]ticket[\\/]last-refusal\.|i18n[\\/](trans|has-text|change-language)\.)/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/app': api,
      '/api': api,
      '/docs': api,
      '/ws': { target: api.replace(/^http/, 'ws'), ws: true },
    },
  },
});
