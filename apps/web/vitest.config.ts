import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineProject } from 'vitest/config';
import { CHROMIUM_SWITCHES, chromiumPath } from '../../e2e/chromium.ts';
import { TIMEOUTS } from '../../tools/timeouts.ts';
import { callTable, define } from './vite.config.ts';

/** Every test file asks for the same few hundred files, which stay as they are while the tests run once. */
const keptByBrowser = (): Plugin => ({
  name: 'khara:kept-by-browser',
  configureServer({ middlewares, config }) {
    if (config.server.watch !== null) return;
    middlewares.use((request, answer, next) => {
      const set = answer.setHeader.bind(answer);
      answer.setHeader = (name, value) =>
        set(
          name,
          name.toLowerCase() === 'cache-control' && value === 'no-cache' && request.url?.includes('/src/')
            ? 'max-age=3600'
            : value,
        );
      next();
    });
  },
});

/** Components by themselves in a real browser: `*.test.tsx` beside what they test. */
export default defineProject({
  define,
  plugins: [react(), callTable(), keptByBrowser()],
  // Whatever any part of the app imports is found before the first test: what is found later would reload the
  // page under one.
  optimizeDeps: {
    entries: ['src/**/*.tsx', 'test/*.{ts,tsx}'],
    // One file instead of 228 that each test file would ask for; made afresh each time, since a text may have changed.
    include: ['@khara/texts'],
    force: true,
  },
  test: {
    name: 'component',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['test/set-up.ts'],
    sequence: { shuffle: { tests: true } },
    hookTimeout: TIMEOUTS.test,
    testTimeout: TIMEOUTS.test,
    expect: { poll: { timeout: TIMEOUTS.condition } },
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 600_000, // of a busy machine, as in the tests of the whole product
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: await chromiumPath(), args: CHROMIUM_SWITCHES },
        actionTimeout: TIMEOUTS.condition,
        contextOptions: { hasTouch: true, locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
      }),
      viewport: { width: 390, height: 844 },
      instances: [{ browser: 'chromium' }],
    },
  },
});
