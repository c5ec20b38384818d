/**
 * `npm run market-facts [-- days [seed]]`: lives through market days of the whole universe and prints what
 * their market looks like, fact by fact, with what is known of real ones, then what scripts of a member's
 * earn in it: 20 days by default. Deterministic: the same days and seed print the same figures.
 */
import { readUniverse } from '@khara/universe/node';
import { measure } from './market-facts/facts.ts';
import { liveDays } from './market-facts/live-days.ts';
import { showFacts } from './market-facts/show-facts.ts';
import { runStrategies } from './market-facts/strategies.ts';
import { showStrategies } from './market-facts/strategy.ts';

/**
 * Scripts trade on so many times the days, in some of the shares: these do not touch each other, and chance
 * is in the days.
 */
const STRATEGY_DAYS = 2;

const [days = 20, seed = 20_261_120] = process.argv.slice(2).map(Number);
if (!Number.isInteger(days) || days < 1 || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run market-facts [-- days [seed]]');
  process.exit(1);
}
const { issuers } = readUniverse();
const began = performance.now();
const tell = (done: string): void => console.error(`${((performance.now() - began) / 1000).toFixed(1)} s: ${done}`);
const lived = liveDays(issuers, days, BigInt(seed));
const facts = measure(lived);
console.log(`${days} market days of ${issuers.length} shares, seed ${seed}\n`);
for (const line of showFacts(facts)) console.log(line);
console.log();
tell('facts');
for (const line of showStrategies(runStrategies(issuers, days * STRATEGY_DAYS, BigInt(seed), tell))) console.log(line);
