import { histogram } from '#src/http/figures.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMANDS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** What is counted each time it happens, for /metrics. */
export const newTimings = () => ({
  commit: histogram({
    name: 'khara_commit_seconds',
    help: 'Time from sending COMMIT until the database has answered it.',
    buckets: SECONDS,
  }),
  settleSeconds: histogram({
    name: 'khara_settle_batch_seconds',
    help: 'Time in which what the exchange did was written, with the commit.',
    buckets: SECONDS,
  }),
  settleOrders: histogram({
    name: 'khara_settle_batch_orders',
    help: 'Commands for orders that one commit settled.',
    buckets: COMMANDS,
  }),
});
