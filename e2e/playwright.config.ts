import { defineConfig } from '@playwright/test';
import { TIMEOUTS } from '../tools/timeouts.ts';
import { CHROMIUM_SWITCHES, chromiumPath } from './chromium.ts';

/**
 * What lasts longest begins first, and most of that is waiting: for a market day, a bank, a second person. Another
 * project is another worker with a browser of its own.
 */
const LONGEST = ['offerings', 'console', 'exchange', 'lab', 'money', 'pwa', 'routes'].map((name) => `${name}.spec.ts`);

/** The whole product in a real browser: a phone of 390 × 844 unless a test says otherwise. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Whole market days on clocks of their own, and looks beyond the first: minutes, with `npm run test:all`.
  ...(process.env['TESTS'] !== 'all' && { grepInvert: /@long/ }),
  timeout: TIMEOUTS.test,
  expect: { timeout: TIMEOUTS.condition },
  workers: 4, // half of a test is waiting: for the market's clock, the bank, a second person
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  retries: 1, // reported as flaky, and counted in the closing line
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json', { outputFile: process.env['KHARA_E2E_REPORT'] ?? '../test-results/e2e.json' }]],
  use: {
    actionTimeout: TIMEOUTS.condition,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1, // a telephone's two or three cost four or nine times the drawing, and show the same
    hasTouch: true,
    locale: 'en-IN',
    trace: 'on-first-retry', // of every run it would cost a third of the run
    // pwa.spec.ts is about the worker; all others talk to the server.
    serviceWorkers: 'block',
    launchOptions: { executablePath: await chromiumPath(), args: CHROMIUM_SWITCHES },
  },
});
