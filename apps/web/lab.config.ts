import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { plainRoot } from '../../tools/plain-root.ts';
import { callTable, define, textAssets } from './vite.config.ts';

/** The Day Lab alone, for `npm run lab:static`: addresses are relative, so that any folder of any file server does. */
export default defineConfig({
  ...plainRoot(import.meta.dirname),
  base: './',
  define,
  publicDir: false,
  plugins: [react(), callTable(), textAssets()],
  build: {
    reportCompressedSize: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'lab.html' },
  },
});
