import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import {
  ARTICLE_CATEGORIES,
  CODES,
  CONSOLE_ACTIONS,
  consoleCalls,
  LANGUAGES,
  OFFERING_KINDS,
  REQUEST_STATES,
} from '@khara/contract';
import { plainRoot } from '../../tools/plain-root.ts';

/** Where `npm run dev` finds the API. */
const api = process.env['KHARA_API'] ?? 'http://127.0.0.1:8080';

/**
 * What the pages need to know of the contract: paths, and lists to choose from. The schemas stay with the
 * server, which validates; here they would be 300 kB.
 */
export function contract(): Plugin {
  const name = 'virtual:contract';
  const calls = Object.fromEntries(
    Object.entries(consoleCalls).map(([call, { path, method }]) => [call, { path, method }]),
  );
  const parts = { calls, ARTICLE_CATEGORIES, CODES, CONSOLE_ACTIONS, LANGUAGES, OFFERING_KINDS, REQUEST_STATES };
  const code = Object.entries(parts).map(([part, value]) => `export const ${part} = ${JSON.stringify(value)};`);
  return {
    name: 'khara:contract',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? code.join('\n') : undefined),
  };
}

export default defineConfig({
  ...plainRoot(import.meta.dirname),
  base: '/console/',
  plugins: [react(), contract()],
  build: {
    outDir: 'dist',
    reportCompressedSize: false,
    target: 'es2022',
    // The policy of the page is `script-src 'self'`: nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 5174, proxy: { '/console/api': api } },
});
