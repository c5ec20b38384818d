import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the API. */
const api = process.env['KHARA_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The policy of the page is `script-src 'self'`: nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file: it is loaded by a few people, once a release.
    chunkSizeWarningLimit: 1000,
  },
  server: { port: 5174, proxy: { '/console/api': api } },
});
