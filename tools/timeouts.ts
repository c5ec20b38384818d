/**
 * How long tests wait, in ms, before they give up. What they wait for comes at once on a quiet machine, so
 * these cost nothing; the libraries' own limits, of one to ten seconds, would tell a slow or shared machine's
 * work from a fault.
 */
export const TIMEOUTS = {
  /** Of a test, and of a hook. */
  test: process.env['TESTS'] === 'all' ? 600_000 : 240_000,
  /** Of one condition: a poll, something to be seen, an action on the page. */
  condition: 60_000,
} as const;
