import { defineConfig } from 'vitest/config';

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
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        test: {
          // What the build made: `npm test` builds before.
          name: 'built',
          include: ['bench/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
