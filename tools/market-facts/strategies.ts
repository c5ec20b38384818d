import type { Issuer } from '@khara/universe';
import { circuitStrategies } from './circuit-pushes.ts';
import { flowStrategies } from './flow-trades.ts';
import { newsStrategies } from './news-trades.ts';
import { offerStrategies } from './offers.ts';
import { pushingStrategies } from './push-and-rest.ts';
import { quotingStrategies } from './quote-inside.ts';
import type { ScriptRun } from './script-days.ts';
import type { Strategy } from './strategy.ts';
import { sweepStrategies } from './sweep-and-cover.ts';
import { thinStrategies } from './thin-shares.ts';

type Run = Pick<ScriptRun, 'length' | 'days' | 'seed'>;
type Family = (issuers: readonly Issuer[], run: Run) => readonly Strategy[];

const DAY_LENGTHS = [120, 300, 900] as const;
const TAKING: readonly Family[] = [sweepStrategies, newsStrategies, circuitStrategies];
/** Trips of these are few in a short day: each has these seconds of market, whatever the length of a day. */
const RARE: readonly Family[] = [flowStrategies, quotingStrategies, pushingStrategies];
const LONGEST = Math.max(...DAY_LENGTHS);
/**
 * Orders that rest are filled best in real hours, where a step is short. One such day has the steps of thirty others.
 */
const IN_REAL_HOURS: readonly Family[] = [sweepStrategies, quotingStrategies, pushingStrategies];
const REAL_DAY = 10;
const REAL_SHARES = 2;

const turnover = ({ referencePricePaise, averageDailyVolume }: Issuer) => referencePricePaise * averageDailyVolume;
/** Scripts of takers and of those who wait trade one share in this number, and the ones that trade least. */
const ONE_IN = 8;
const MIN_SHARES = 6;

/** Shares of every size. The ones that trade least come first: they are the easiest to push. */
function chosenShares(issuers: readonly Issuer[]): readonly Issuer[] {
  const bySize = issuers.filter(({ suspended }) => !suspended).toSorted((a, b) => turnover(a) - turnover(b));
  return bySize.filter((_, at) => at < MIN_SHARES || at % ONE_IN === 0);
}

/**
 * All strategies over a number of days of each length. None of them may earn.
 * `tell` hears what has been run.
 */
export function runStrategies(
  issuers: readonly Issuer[],
  days: number,
  seed: bigint,
  tell: (done: string) => void = () => {},
): readonly Strategy[] {
  const shares = chosenShares(issuers);
  const run = (family: Family, some: readonly Issuer[], length: Run['length'], many: number) => {
    const strategies = family(some, { length, days: Math.max(1, Math.round(many)), seed });
    tell(`${family.name} ${length}`);
    return strategies;
  };
  const lived = [
    ...TAKING.flatMap((family) => DAY_LENGTHS.flatMap((length) => run(family, shares, length, days))),
    ...RARE.flatMap((family) =>
      DAY_LENGTHS.flatMap((length) => run(family, shares, length, (days * LONGEST) / length)),
    ),
    ...IN_REAL_HOURS.flatMap((family) =>
      run(
        family,
        shares.filter((_, at) => at % REAL_SHARES === 0),
        'nse',
        days / REAL_DAY,
      ),
    ),
  ];
  const thin = DAY_LENGTHS.flatMap((length) => run(thinStrategies, issuers, length, (days * LONGEST) / length / 3));
  const given = offerStrategies(issuers, { days, seed });
  tell('offers');
  return [...[...lived, ...thin].toSorted((a, b) => a.name.localeCompare(b.name, 'en')), ...given];
}
