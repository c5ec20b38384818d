/**
 * Companies publish their results once in a season of market days, on a day of the season that follows from
 * their codes.
 */
const QUARTER_DAYS = 63;
const SEASON = { from: 12, days: 30 } as const;

/**
 * Whether a company tells its results on a market day: 0 is the first, -1 the last before it. The calendar is no
 * secret and goes back into the years before.
 */
export function hasResultsOn(code: string, marketDay: number): boolean {
  let mixed = 0x811c9dc5; // FNV-1a: spreads companies over the season
  for (const letter of code) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
  const dayOfQuarter = ((marketDay % QUARTER_DAYS) + QUARTER_DAYS) % QUARTER_DAYS;
  return dayOfQuarter === SEASON.from + ((mixed >>> 8) % SEASON.days);
}
