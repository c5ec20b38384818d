import type { FactorState } from '@khara/exchange';
import { Factors } from '@khara/exchange/factors';
import { MARKET_DAYS_A_YEAR, nextRegularDay, type Day } from '@khara/rules';
import { freeFloatValue, isCompany, isFund, type Issuer, type Universe } from '@khara/universe';
import { instrument } from './live-days.ts';
import { ownDrift, type OwnDrift } from './own-drift.ts';
import { FIRST_DAY, OfferCalendar } from './offer-calendar.ts';
import { deviation, mean } from './statistics.ts';

/** Steps of a day here: fewer than the shortest has. What a day gains does not depend on them. */
const STEPS = 120;
/** Wide enough never to be met: prices are no part of this. */
const NO_BAND = 0.9;
/** Market days from one regular purchase to the next. */
const PURCHASE_DAYS = 5;

/** What one run came to at the end of each of its days, as a part of what was put in: 0.02 is 2 %. */
type GrownRun = {
  /** All shares by free float, with what companies gave their holders put back into the share that gave it. */
  readonly withDividends: readonly number[];
  /** The same without dividends, as an index has it. */
  readonly priceAlone: readonly number[];
  /** Units of the index fund, bought for the same money at regular dates. */
  readonly regular: readonly number[];
};

/** What goes ex on a day does to a share: what it is worth after it, and for each share before it. */
type ExValue = {
  readonly code: string;
  /** Thousandths of a paisa. */
  readonly value: number;
  /** Of one share before: what an index counts as it, and what its holder has, in shares of after. */
  readonly counted: number;
  readonly held: number;
};

/** What goes ex with a day, of companies at these prices (paise); a year of the product's own schedule. */
export type ExCalendar = (
  on: { readonly exDate: Day; readonly marketDay: number; readonly announcedOn: Day },
  state: FactorState,
) => readonly ExValue[];

/**
 * A number of market days of all companies, by their values: what participants believe the shares to be worth, which
 * prices follow. With the product's calendars of offers of listed shares and of corporate actions. Trading, news and
 * listings are left out.
 */
function grow(
  universe: Universe,
  { days, seed, goesEx }: { readonly days: number; readonly seed: bigint; readonly goesEx: ExCalendar },
): GrownRun {
  const issuers = universe.issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended);
  const all = [...issuers.keys()];
  const market = indexWeights(issuers, () => true);
  const fund = universe.issuers.find(isFund)!;
  const members = new Set(universe.indices.find(({ code }) => code === fund.fund.index)!.constituents);
  const inFund = indexWeights(issuers, ({ code }) => members.has(code));
  const calendar = new OfferCalendar(universe, issuers);
  const first = issuers.map(({ referencePricePaise }) => referencePricePaise * 1000);
  let values = first;
  /** What a share has become: with what was given put back, and as an index counts it. */
  const kept = first.map(() => 1);
  const counted = first.map(() => 1);
  const shareOf = new Map(issuers.map(({ code }, share) => [code, share]));
  let date = FIRST_DAY;
  const run = { withDividends: [] as number[], priceAlone: [] as number[], regular: [] as number[] };
  let [units, purchases] = [0, 0];
  let factorState: FactorState | undefined;
  for (let dayIndex = 0; dayIndex < days; dayIndex++) {
    const instruments = issuers.map((issuer, share) => instrument(issuer, values[share]! / 1000, NO_BAND));
    const factors = new Factors({ seed, dayIndex, steps: STEPS, stepMarketMs: 1_000, instruments, factorState }, all);
    for (const [share, bps] of calendar.pressesOn(dayIndex, (share) => Math.round(values[share]! / 1000)))
      factors.press(share, bps);
    for (let step = 0; step < STEPS; step++) factors.advance(step, 1);
    values = all.map((share) => factors.values[share]!);
    const grown = (weights: readonly number[], part: readonly number[]) =>
      all.reduce((sum, share) => sum + (weights[share]! * part[share]! * values[share]!) / first[share]!, 0);
    run.priceAlone.push(grown(market, counted) - 1);
    run.withDividends.push(grown(market, kept) - 1);
    const unit = grown(inFund, counted) * (1 - fund.fund.expenseBps / 10_000) ** (dayIndex / MARKET_DAYS_A_YEAR);
    if (dayIndex % PURCHASE_DAYS === 0) {
      units += 1 / unit;
      purchases += 1;
    }
    run.regular.push((units * unit) / purchases - 1);
    // On the other side of what goes ex with the next day.
    const carried = factors.carryOver();
    const exDate = nextRegularDay(date);
    const stocks = { ...carried.stocks };
    for (const ex of goesEx({ exDate, marketDay: dayIndex + 1, announcedOn: date }, carried)) {
      const share = shareOf.get(ex.code)!;
      values[share] = ex.value;
      kept[share]! *= ex.held;
      counted[share]! *= ex.counted;
      stocks[ex.code] = { ...stocks[ex.code]!, value: ex.value };
    }
    date = exDate;
    factorState = { ...carried, stocks };
  }
  return run;
}

/** Parts of all by free float of the companies that are counted. */
export function indexWeights(issuers: readonly Issuer[], isCounted: (issuer: Issuer) => boolean): readonly number[] {
  const values = issuers.map((issuer) =>
    isCounted(issuer) ? Number(freeFloatValue(issuer, issuer.referencePricePaise)) : 0,
  );
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / total);
}

/** Growth over a number of days as that of a year, in per cent. */
const aYear = (grown: number, days: number): number => (grown * 100 * MARKET_DAYS_A_YEAR) / days;

/** Mean and standard error. */
export const showWithError = (list: readonly number[], unit: string): string =>
  `${mean(list).toFixed(1)} ± ${(deviation(list) / Math.sqrt(list.length - 1)).toFixed(1)} ${unit}`;

export const table = (title: string, lines: readonly (readonly [string, string])[]): string[] => [
  `| ${title} | |`,
  '|---|---|',
  ...lines.map((line) => `| ${line.join(' | ')} |`),
];

/** Runs one after another that make a year, and what that came to, in per cent. */
const RUNS_A_YEAR = 4;
const yearlyReturns = (ends: readonly number[], days: number): readonly number[] =>
  Array.from({ length: Math.floor(ends.length / RUNS_A_YEAR) }, (_, year) => {
    const runs = ends.slice(year * RUNS_A_YEAR, (year + 1) * RUNS_A_YEAR);
    const grown = runs.reduce((product, end) => product * (1 + end), 1);
    return (grown ** (MARKET_DAYS_A_YEAR / (days * RUNS_A_YEAR)) - 1) * 100;
  });

/** What runs came to, as growth of a year. */
function showGrowth(runs: readonly GrownRun[]): string[] {
  const days = runs[0]!.withDividends.length;
  const ends = (rows: (run: GrownRun) => readonly number[]) => runs.map((run) => rows(run)[days - 1]!);
  const yearly = (rows: (run: GrownRun) => readonly number[]) => ends(rows).map((grown) => aYear(grown, days));
  const years = yearlyReturns(
    ends(({ withDividends }) => withDividends),
    days,
  );
  const bought = ends(({ regular }) => regular).map((gain) => gain * 100);
  return table(`growth, ${runs.length} runs of ${days} market days`, [
    [
      'with dividends and what else holders got',
      showWithError(
        yearly(({ withDividends }) => withDividends),
        '% a year',
      ),
    ],
    [
      'prices alone',
      showWithError(
        yearly(({ priceAlone }) => priceAlone),
        '% a year',
      ),
    ],
    [`worst and best of ${years.length} years, each of ${RUNS_A_YEAR} runs`, `${worst(years)} %, ${best(years)} %`],
    [
      `index fund bought every ${PURCHASE_DAYS} days: gain on what was paid, in ${days} days`,
      showWithError(bought, '%'),
    ],
  ]);
}

const worst = (list: readonly number[]): string => Math.min(...list).toFixed(1);
const best = (list: readonly number[]): string => Math.max(...list).toFixed(1);

/** What participants make of prices, over runs; in basis points. */
function showOwnDrift(runs: readonly OwnDrift[]): string[] {
  const line = (what: string, of: (run: OwnDrift) => number) => [what, showBps(runs.map(of))] as const;
  return table(`participants alone, ${runs.length} runs`, [
    line('price of the opening auction, from the value', ({ opening }) => opening),
    line('middle price at noon, from the value', ({ noon }) => noon),
    line('official close, from the value', ({ close }) => close),
    line('value, moved by a day of trading', ({ learned }) => learned),
  ]);
}

const showBps = (list: readonly number[]): string =>
  `${mean(list).toFixed(2)} ± ${(deviation(list) / Math.sqrt(list.length - 1)).toFixed(2)} bps`;

/** Market days of a run; and of one with participants, on every eighth share. */
const DAYS = { grown: 60, traded: 20 } as const;
const SEED = 20_261_120n;

/** `npm run market-facts -- growth`; `calendarOf` has the actions of a run's companies. */
export function printGrowth(universe: Universe, runs: number, calendarOf: (seed: bigint) => ExCalendar): void {
  const seeds = Array.from({ length: runs }, (_, run) => SEED + BigInt(run));
  const grown = seeds.map((seed) => grow(universe, { days: DAYS.grown, seed, goesEx: calendarOf(seed) }));
  for (const line of showGrowth(grown)) console.log(line);
  console.log();
  const some = universe.issuers.filter((issuer, at) => isCompany(issuer) && !issuer.suspended && at % 8 === 0);
  const drifts = seeds.map((seed) => ownDrift(some, { days: DAYS.traded, seed }));
  for (const line of showOwnDrift(drifts)) console.log(line);
}
