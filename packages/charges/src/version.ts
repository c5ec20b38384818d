import { EXCHANGE_CHARGE, GST_PERCENT, SEBI_FEE, STAMP_DUTY, STT } from './rates.ts';

/**
 * The day from which the charges of `day` (YYYY-MM-DD) have been what they are: the newest change in any of
 * their tables.
 */
export function ratesSince(day: string): string {
  const begun = [EXCHANGE_CHARGE, SEBI_FEE, STT, STAMP_DUTY, GST_PERCENT].flatMap((table) =>
    table.map(({ from }) => from).filter((from) => from <= day),
  );
  const newest = begun.sort().at(-1);
  if (newest === undefined) throw new RangeError(`charges: no rate is known for ${day}`);
  return newest;
}
