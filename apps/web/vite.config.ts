import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { calls, LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import release from '../../package.json' with { type: 'json' };
import { plainRoot } from '../../tools/plain-root.ts';
import { CODE_GROUPS } from './code-groups.ts';
import { firstPage } from './first-page.ts';
import { colours, installable, SCOPE } from './pwa.ts';
import { textFiles } from './src/i18n/text-files.ts';

/**
 * The call table as the browser needs it: name, path, method, access and whether it moves money. The schemas
 * stay with the server, which validates; here they would cost 8 kB of the first load, and their types cost
 * nothing.
 */
export function callTable(): Plugin {
  const id = 'virtual:call-table';
  const table = Object.fromEntries(
    Object.entries(calls).map(([name, { path, method, access, movesMoney }]) => [
      name,
      {
        path,
        ...(method !== 'POST' && { method }),
        ...(access !== 'member' && { access }),
        ...(movesMoney && { movesMoney }),
      },
    ]),
  );
  return {
    name: 'khara:call-table',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? `export default ${JSON.stringify(table)}` : undefined),
  };
}

/**
 * The texts of every language in small JSON files, by their namespaces: a hundred lazy modules would need a list of a
 * hundred names in the first load.
 */
const writtenTexts = LANGUAGES.flatMap(({ tag }) => {
  const all = Object.entries(textsFor(tag));
  return Object.entries(Object.groupBy(all, ([namespace]) => textFiles([namespace])[0] ?? namespace)).map(
    ([file, own = []]) => ({ path: `${tag}/${file}`, json: JSON.stringify(Object.fromEntries(own)) }),
  );
});
/** Of a file's name before its hash. */
const NAME_SIGNS = 8;

/** One hash for all of them: the app asks for `assets/texts/hi/home-1a2b3c4d.json`. */
const textsVersion = createHash('sha256').update(JSON.stringify(writtenTexts)).digest('hex').slice(0, 8);

const textsFile = (path: string) => `assets/texts/${path}-${textsVersion}.json`;

export function textAssets(): Plugin {
  return {
    name: 'khara:texts',
    generateBundle() {
      for (const { path, json } of writtenTexts)
        this.emitFile({ type: 'asset', fileName: textsFile(path), source: json });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const found = writtenTexts.find(({ path }) => request.url?.startsWith(`/h5/${textsFile(path)}`));
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
    firstPage((texts) => SCOPE + textsFile(texts)),
    colours(),
    installable(),
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|html|svg|jsonl?|webmanifest)$/,
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
        // The first load names all files, some 360: each sign of their names is paid for by every guest.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, NAME_SIGNS)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.slice(0, NAME_SIGNS).replace(/\..*/, '')}-[hash:7][extname]`,
        codeSplitting: { groups: CODE_GROUPS },
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
