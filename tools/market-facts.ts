import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { readArguments, refuseArguments } from './command.ts';
import { measure } from './market-facts/facts.ts';
import { fundFacts, fundStrategies, liveFunds } from './market-facts/fund-trades.ts';
import { historyFacts } from './market-facts/history-facts.ts';
import { liveListings, listingStrategies } from './market-facts/listings.ts';
import { liveDays } from './market-facts/live-days.ts';
import { showFacts, showTape } from './market-facts/show-facts.ts';
import { runStrategies } from './market-facts/strategies.ts';
import { showStrategies } from './market-facts/strategy.ts';
import { tapeFacts } from './market-facts/tape-facts.ts';

/**
 * Scripts trade on so many times the days, in some of the shares: these do not touch each other, and chance
 * is in the days.
 */
const STRATEGY_DAYS = 2;

const usage =
  'npm run market-facts [-- DAYS [SEED]], or npm run market-facts -- growth [--runs RUNS], or -- collusion [--rounds ROUNDS]';
const { positionals, values } = readArguments({
  usage,
  does: `Lives through market days of the whole universe, 20 by default. Prints how their market looks,
fact by fact, beside figures of real ones, then the earnings of scripts that trade in it. The same
days and seed print the same figures.

With growth: what the market grows by in a year, over 100 seeded runs or as many as --runs says, and
whether openings and closes have a drift of their own.

With collusion: what accounts of one person have together after 10,000 market days, or as many as
--rounds says.`,
  options: { runs: { type: 'string', default: '100' }, rounds: { type: 'string', default: '10000' } },
  takes: { least: 0, most: 2 },
});
/** Parts that the server's own modules play, which are not for tools to import. */
const OF_SERVER = {
  collusion: ['--rounds', values.rounds],
  growth: ['--runs', values.runs],
};
const [part = ''] = positionals;
if (part === 'collusion' || part === 'growth') {
  const program = fileURLToPath(new URL(`../apps/server/bin/${part}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [program, ...OF_SERVER[part]], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const universe = readUniverse();
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
