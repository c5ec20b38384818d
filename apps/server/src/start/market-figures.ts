import type { Figure } from '#src/http/figures.ts';
import type { RunningJobs } from '#src/jobs/index.ts';

/** Where the market is at this server. Servers that differ for long do not show the same prices. */
export const marketFigures = (
  at: () => { readonly marketDay: number; readonly step: number } | undefined,
): readonly Figure[] => [
  {
    name: 'khara_market_day',
    help: 'The market day that this server shows, counted from the first.',
    read: () => at()?.marketDay ?? 0,
  },
  {
    name: 'khara_market_step',
    help: 'The step of its day up to which this server shows the market.',
    read: () => at()?.step ?? 0,
  },
];

export const violationsFigure = (violations: () => number): Figure => ({
  name: 'khara_audit_violations',
  help: 'What contradicts the books, by the checks that run every minute.',
  read: violations,
});

export const absorbedFigure = (rupees: () => number): Figure => ({
  name: 'khara_losses_absorbed_rupees',
  help: 'Losses of the market date that the platform has borne and members have not paid back.',
  read: rupees,
});

export const loopsFigure = (runs: () => boolean): Figure => ({
  name: 'khara_loops_run',
  help: 'Whether this server runs the loops, as one of those for jobs does.',
  read: () => (runs() ? 1 : 0),
});

/** Of the loops that this server runs now. */
export const successFigure = (loops: () => readonly (Pick<RunningJobs, 'sinceSuccess'> | undefined)[]): Figure => ({
  name: 'khara_job_last_success_seconds',
  help: 'For how many seconds a loop has not succeeded, or not yet.',
  label: 'job',
  readEach: () => loops().flatMap((one) => one?.sinceSuccess() ?? []),
});

export const lagFigure = (lag: () => number): Figure => ({
  name: 'khara_follower_lag_steps',
  help: 'How many steps this server shows the market later than it has heard of.',
  read: lag,
});
