import type { Config } from '#src/config.ts';

type Role = Config['ROLE'];

/**
 * What a server starts, and the roles that have it. One that has all roles runs the market in the same process, without
 * an election; elsewhere the market is followed, and run by one of those that may.
 */
const PARTS = {
  /** The secret key of the log, which a start may change. */
  'log key': ['all', 'jobs'],
  /** First accounts of the back office, articles, votes. */
  'first content': ['all', 'jobs'],
  /** The market, here from the start. */
  market: ['all'],
  /** The market, as another server runs it. */
  follower: ['api', 'jobs'],
  /** Standing by for the market, and running it. */
  'market keeper': ['venue'],
  /** Checks of the books, loops and the queue. */
  jobs: ['all', 'jobs'],
  /** Calls, sockets, the app, the back office. */
  pages: ['all', 'api'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Part = keyof typeof PARTS;

export const hasPart = (role: Role, part: Part): boolean => (PARTS[part] as readonly Role[]).includes(role);
