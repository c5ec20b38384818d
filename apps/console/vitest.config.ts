import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { CHROMIUM_SWITCHES, chromiumPath } from '../../e2e/chromium.ts';
import { TIMEOUTS } from '../../tools/timeouts.ts';
import { contract } from './vite.config.ts';

/** Parts of the back office by themselves in a real browser: `*.test.tsx` beside what they test. */
export default defineProject({
  plugins: [react(), contract()],
  optimizeDeps: { entries: ['src/**/*.tsx', 'test/*.tsx'] },
  test: {
    name: 'console',
    isolate: false,
    include: ['src/**/*.test.tsx'],
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
        contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
      }),
      viewport: { width: 1024, height: 768 },
      instances: [{ browser: 'chromium' }],
    },
  },
});
