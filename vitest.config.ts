import { configDefaults, defineConfig } from 'vitest/config';

/** Databases and servers that are killed again and again, a thousand guesses, secrets looked for everywhere, and the long simulation: minutes of processor, with `npm run test:all`. */
const LONG = [
  'apps/server/src/adapters/embedded-postgres.test.ts',
  'apps/server/src/modules/ipo/crash.test.ts',
  'apps/server/test/database-away.test.ts',
  'apps/server/test/guessing.test.ts',
  'apps/server/test/planted-secrets.test.ts',
  'apps/server/test/sim.test.ts',
];

const all = process.env['TESTS'] === 'all';

/** One project per kind of test; `npm test` runs them all, `npx vitest run path` any of them. */
export default defineConfig({
  test: {
    maxWorkers: 3, // most of a server's test is waiting for its database
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/src/**/*.test.ts', 'tools/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(all ? [] : LONG)],
          environment: 'node',
          testTimeout: all ? 600_000 : 120_000, // what hangs is told from what is slow on a busy machine
          hookTimeout: all ? 600_000 : 180_000,
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      'apps/web/vitest.config.ts', // components, in a browser
      {
        test: {
          // What the build made: `npm test` builds before.
          name: 'built',
          include: ['bench/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
