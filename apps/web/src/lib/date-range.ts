/** A picker of dates reaches 150 years either side of the current year (docs/sources.md W1). */
const YEARS = 150;

/** The first and the last day that can be picked in `year`, as a date field wants them. */
export const pickableDates = (year: number): { readonly min: string; readonly max: string } => ({
  min: `${String(year - YEARS).padStart(4, '0')}-01-01`,
  max: `${String(year + YEARS).padStart(4, '0')}-12-31`,
});
