import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { calls } from '@khara/contract';

/**
 * The call table as the browser needs it: name, path, method, access and whether it moves money. The schemas stay with the server, which validates;
 * here they would cost 8 kB of the first load, and their types cost nothing.
 */
function callTable(): Plugin {
  const name = 'virtual:call-table';
  return {
    name: 'khara:call-table',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const entries = Object.entries(calls).map(([call, { path, method, access, movesMoney }]) => [
        call,
        { path, method, access, ...(movesMoney && { movesMoney }) },
      ]);
      return `export default ${JSON.stringify(Object.fromEntries(entries))}`;
    },
  };
}

/** Where `npm run dev` finds the API. */
const api = process.env['KHARA_API'] ?? 'http://127.0.0.1:8080';
const version = process.env['npm_package_version'] ?? '1.0.2';

export default defineConfig({
  base: '/h5/',
  define: { APP_VERSION: JSON.stringify(version) },
  plugins: [
    react(),
    callTable(),
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|html|svg|json|webmanifest)$/,
      threshold: 512,
    }),
  ],
  build: {
    outDir: 'dist',
    // Names which files belong to which page: what the size check reads.
    manifest: true,
    target: 'es2022',
    // The policy of the page is `script-src 'self'`: nothing may be inlined, not even as a data: address.
    assetsInlineLimit: 0,
    // A page's own style arrives with its code; the rest is one file.
    cssCodeSplit: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes only with a dependency stays cached when the app changes. Trans comes with the first page that uses it.
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|i18next|zustand)[\\/]|react-i18next[\\/](?!.*Trans)/,
            },
            { name: 'base-ui', test: /node_modules[\\/](@base-ui|@floating-ui)[\\/]/ },
            // What every page needs is one file: eight small ones compress worse and ask eight times.
            {
              name: 'shell',
              test: /apps[\\/]web[\\/]src[\\/](api|i18n|shell(?![\\/]practice-sheet)|ui[\\/](amount|brand|button|card|class-names|hidden-amounts|icons|number|states|time|toast|toast-view|sheet)\.)/,
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
