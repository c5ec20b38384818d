import { configDefaults, defineConfig } from 'vitest/config';
import { ProjectByProject } from './tools/test-order.ts';
import { TIMEOUTS } from './tools/timeouts.ts';

/** Databases and servers that are killed again and again, a thousand guesses, secrets looked for everywhere, a thousand orders relived, strategies over many days, and the long simulation: minutes of processor, with `npm run test:all`. */
const LONG = [
  'apps/server/src/adapters/database-elsewhere.test.ts',
  'apps/server/src/adapters/database-hosts.test.ts',
  'apps/server/src/adapters/embedded-postgres/embedded-postgres.test.ts',
  'apps/server/src/modules/offerings/crash.test.ts',
  'apps/server/test/cluster/**',
  'apps/server/test/conformance/**',
  'apps/server/test/stories/assistant-killed.test.ts',
  'apps/server/test/stories/database-away.test.ts',
  'apps/server/test/stories/drain.test.ts',
  'apps/server/test/stories/ex-date-positions.test.ts',
  'apps/server/test/stories/guessing.test.ts',
  'apps/server/test/stories/planted-secrets.test.ts',
  'apps/server/test/stories/relive-day.test.ts',
  'apps/server/test/stories/rotate-vault-key.test.ts',
  'apps/server/test/stories/sim.test.ts',
  'apps/server/test/stories/simulation.test.ts',
  'apps/server/test/stories/tamperings.test.ts',
  'apps/server/test/stories/offer-tamperings.test.ts',
  'apps/server/test/stories/offers-second-program.test.ts',
  'apps/server/test/stories/triggers-killed.test.ts',
  'apps/server/test/stories/two-containers.test.ts',
  'apps/server/test/stories/universe-change.test.ts',
  'packages/market-day/src/play-share.test.ts',
  'tools/command.test.ts',
  'tools/league-kite.test.ts',
  'tools/market-facts/strategies.test.ts',
];

const all = process.env['TESTS'] === 'all';

const timeouts = {
  testTimeout: TIMEOUTS.test,
  hookTimeout: TIMEOUTS.test,
  expect: { poll: { timeout: TIMEOUTS.condition } },
};

/**
 * For each project: the tests of a file run in another order each time, so that none can lean on another.
 * Vitest prints the seed, and `--sequence.seed=N` repeats it.
 */
const anyOrder = { sequence: { shuffle: { tests: true } } };

/**
 * One project per kind of test; `npm test` runs them all, `npx vitest run path` any of them.
 *
 * Files of one project share their modules in a worker: to load them again for each of 200 files is a third of all the work. So a module may keep nothing
 * between two calls that a test could trip over, which it should not in a server either; what a test puts over a global or a clock it takes away again.
 */
export default defineConfig({
  test: {
    maxWorkers: 3, // most of a server's test is waiting for its database
    // Files of one worker share their modules, so they come in any order too, by the same seed.
    sequence: { sequencer: ProjectByProject },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(all ? [] : LONG)],
          environment: 'node',
          isolate: false,
          ...timeouts,
          ...anyOrder,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(all ? [] : LONG)],
          environment: 'node',
          isolate: false,
          ...timeouts,
          ...anyOrder,
          globalSetup: ['apps/server/test/support/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.ts', 'apps/console/src/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          ...timeouts,
          ...anyOrder,
        },
      },
      'apps/web/vitest.config.ts', // components, in a browser
      'apps/console/vitest.config.ts',
      {
        test: {
          // What the build made: `npm test` builds before.
          name: 'built',
          include: ['bench/*.test.ts'],
          environment: 'node',
          ...timeouts,
          ...anyOrder,
        },
      },
    ],
  },
});
