import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { readArguments, refuseArguments } from '../apps/server/bin/lib/command.ts';
import { measure } from './market-facts/facts.ts';
import { printCollusion } from './market-facts/collusion.ts';
import { exCalendar } from './market-facts/growth-calendar.ts';
import { printGrowth } from './market-facts/growth.ts';
import { printResults } from './market-facts/results.ts';
import { fundFacts, fundStrategies, liveFunds } from './market-facts/fund-trades.ts';
import { historyFacts } from './market-facts/history-facts.ts';
import { liveListings, listingStrategies } from './market-facts/listings.ts';
import { liveDays } from './market-facts/live-days.ts';
import { showFacts, showTape } from './market-facts/show-facts.ts';
import { runStrategies } from './market-facts/strategies.ts';
import { showStrategies } from './market-facts/strategy.ts';
import { tapeFacts } from './market-facts/tape-facts.ts';

/**
 * Multiple of the days on which scripts trade, in some of the shares: these do not touch each other, and chance
 * is in the days.
 */
const STRATEGY_DAYS = 2;

const usage =
  'npm run market-facts [-- DAYS [SEED]], or npm run market-facts -- growth [--runs RUNS], or -- results [SEED] [--runs RUNS], or -- collusion [--rounds ROUNDS]';
const { positionals, values } = readArguments({
  usage,
  does: `Lives through market days of the whole universe, 20 by default. Prints how their market looks,
fact by fact, beside figures of real ones, then the earnings of scripts that trade in it. The same
days and seed print the same figures.

With growth: what the market grows by in a year, over 100 seeded runs or as many as --runs says, and
whether openings and closes have a drift of their own.

With results: whether prices follow the surprise of results, and what shares that are cheap by their
accounts earn in a quarter, over 100 seeded runs or as many as --runs says, from 20261120 or another seed on.

With collusion: what accounts of one person have together after 10,000 market days, or as many as
--rounds says. Exit code 1 when a round had more than was put in and lost by others, when an open
position had lost more than its account has, or when a play pays.`,
  options: { runs: { type: 'string', default: '100' }, rounds: { type: 'string', default: '10000' } },
  takes: { least: 0, most: 2 },
});
const [part = ''] = positionals;
if (part === 'collusion') {
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) refuseArguments(usage, 'Rounds are one or more');
  process.exit(printCollusion(rounds) ? 0 : 1);
}
const universe = readUniverse();
if (part === 'growth' || part === 'results') {
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 2) refuseArguments(usage, 'Runs are two or more');
  if (part === 'growth') printGrowth(universe, runs, exCalendar);
  else printResults(universe, runs, positionals[1] === undefined ? undefined : BigInt(Number(positionals[1])));
  process.exit(0);
}
const [days = 20, seed = 20_261_120] = positionals.map(Number);
if (!Number.isInteger(days) || days < 1 || !Number.isSafeInteger(seed))
  refuseArguments(usage, 'Days and seed are whole numbers');
const issuers = universe.issuers.filter((issuer) => !isFund(issuer));
const began = performance.now();
const tell = (done: string): void => console.error(`${((performance.now() - began) / 1000).toFixed(1)} s: ${done}`);
const lived = liveDays(issuers, days, BigInt(seed));
const facts = measure(lived);
console.log(`${days} market days of ${issuers.length} shares, seed ${seed}\n`);
tell('facts');
const run = { days: days * STRATEGY_DAYS, seed: BigInt(seed) };
const listings = liveListings(issuers, run);
tell('listings');
const funds = liveFunds(universe, { days, seed: BigInt(seed) });
tell('funds');
const more = { history: historyFacts(universe, BigInt(seed)), listings, funds: fundFacts(funds) };
for (const line of showFacts(facts, more)) console.log(line);
console.log();
for (const line of showTape(tapeFacts(universe, days, seed))) console.log(line);
console.log();
tell('the tape');
const strategies = [
  ...runStrategies(issuers, run.days, run.seed, tell),
  ...listingStrategies(listings),
  ...fundStrategies(funds),
];
for (const line of showStrategies(strategies)) console.log(line);
