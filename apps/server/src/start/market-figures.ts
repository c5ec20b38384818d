import type { Figure } from '#src/http/health.ts';

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

export const loopsFigure = (runs: () => boolean): Figure => ({
  name: 'khara_loops_run',
  help: 'Whether this server runs the loops, as one of those for jobs does.',
  read: () => (runs() ? 1 : 0),
});
