import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BENCH, BenchError } from '@khara/bench';
import { errorMessage, readArguments, refuseArguments } from '../apps/server/bin/lib/command.ts';
import { type Bot, type LeagueMarket, listBots } from './league/bots.ts';
import { type Comparison, reportLeague, RUN_HASH } from './league/report.ts';
import type { Run } from './league/run.ts';
import { runKite } from './league/run-kite.ts';
import { runProgram, runTwin } from './league/run-program.ts';
import { drawSeeds, readSealed } from './league/sealed.ts';
import type { Entry } from './league/summary.ts';
import { equityTable, fillsTable, firstDifference } from './league/tables.ts';
import { withUndisturbed } from './league/undisturbed.ts';
import { readVersion, ROOT } from './project.ts';

const USAGE = `npm run league -- seal --out FILE.sealed [--count 20] [--opens DATE]
npm run league -- PROGRAM|DIRECTORY ... --seeds FILE.sealed [--days 5] [--shares 10] [--out league] [--check HASH|DIRECTORY]`;
const { values, positionals } = readArguments({
  usage: USAGE,
  does: `Lets programs play the same markets, whose seeds were sealed before, each beside buying and holding, and writes
report.html, equity.csv and fills.csv into a directory. A program speaks the bench's lines of JSON by its standard input
and output, or the Kite API of a stepped server (docs/bench.md). 'seal' draws seeds, and prints the SHA-256 of their
file to be published first; with --opens, reports of an earlier day keep the seeds back. --check compares with an earlier
run: by its hash, or fill by fill with the directory of its report.`,
  takes: { least: 1, most: 50 },
  options: {
    out: { type: 'string' },
    seeds: { type: 'string' },
    count: { type: 'string', default: '20' },
    opens: { type: 'string' },
    days: { type: 'string', default: '5' },
    shares: { type: 'string', default: '10' },
    check: { type: 'string' },
  },
});
const CASH = 10_00_000_00;
const START = '2026-11-23';

function seal(): void {
  const { out, opens } = values;
  if (out === undefined) refuseArguments(USAGE, '--out is needed');
  const drawn = drawSeeds(Number(values.count), opens);
  if (existsSync(out)) throw new Error(`${out} is there already: seeds are sealed once.`);
  writeFileSync(out, drawn.text, { mode: 0o600 });
  console.log(`${drawn.hash}  ${out}`);
}

const play = (bot: Bot, market: LeagueMarket): Promise<Run> =>
  bot.speaks === 'kite' ? runKite(bot, market) : runProgram(bot, market);

async function runLeague(sealedFile: string): Promise<void> {
  const { text: sealedText, sealed } = readSealed(sealedFile);
  const earlier = values.check === undefined ? undefined : readEarlier(values.check);
  const bots = listBots(positionals);
  const [days, shares] = [Number(values.days), Number(values.shares)];
  const markets = sealed.seeds.map((seed): LeagueMarket => ({
    days,
    shares,
    cash: CASH,
    start: START,
    from: 'opening',
    seed,
  }));
  const playAll = async (name: string, run: (market: LeagueMarket) => Run | Promise<Run>) => {
    const runs: Run[] = [];
    for (const market of markets) runs.push(await run(market));
    console.log(
      `${name}: ${runs.filter(({ stopped }) => stopped === undefined).length} of ${runs.length} seeds to the end`,
    );
    return { name, runs };
  };
  const played: (Entry & { readonly hash?: string })[] = [await playAll('buy_and_hold', runTwin)];
  for (const bot of bots) {
    const { about, hash: ofFiles } = bot;
    played.push({ ...(await playAll(bot.name, (market) => play(bot, market))), about, hash: ofFiles });
  }
  const undisturbed = markets.map((market, seed) =>
    withUndisturbed(
      market,
      played.map(({ runs }) => runs[seed]!),
    ),
  );
  const entries = played.map((entry, at) => ({ ...entry, runs: undisturbed.map((ofSeed) => ofSeed[at]!) }));
  const lines = entries.flatMap(({ name, runs }) => runs.map((run, seed) => `${name} ${seed} ${run.hash}`));
  const runHash = hash('sha256', lines.join('\n'));
  const fills = fillsTable(entries);
  const comparison = earlier && compare(earlier, { runHash, fills });
  const out = values.out ?? 'league';
  const command = `npm run league -- ${positionals.join(' ')} --seeds ${path.basename(sealedFile)} --days ${days} --shares ${shares} --check ${runHash}`;
  const [twin, ...programs] = entries;
  const report = reportLeague({
    version: BENCH,
    days,
    shares,
    cash: CASH,
    sealed,
    sealedText,
    twin: twin!,
    programs,
    runHash,
    comparison,
    command,
    commit: readCommit(),
    now: Date.now(),
  });
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, 'report.html'), report);
  writeFileSync(path.join(out, 'equity.csv'), equityTable(entries));
  writeFileSync(path.join(out, 'fills.csv'), fills);
  console.log(`${runHash}  ${out}`);
  if (comparison?.isSame === false) throw new Error(comparison.differs);
}

/** What to check out to play again: a tag, or the commit where none stands; the version of a copy without its past. */
const readCommit = (): string =>
  git('describe', '--tags', '--exact-match') ?? git('rev-parse', 'HEAD') ?? `v${readVersion()}`;

function git(...words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** A run that was before: its hash, or the first part of it, and its fills where its report is here. */
type Earlier = { readonly runHash: string; readonly fills: string | undefined };

function readEarlier(named: string): Earlier {
  if (/^[0-9a-f]{8,64}$/.test(named)) return { runHash: named, fills: undefined };
  const read = (file: string): string | undefined =>
    existsSync(path.join(named, file)) ? readFileSync(path.join(named, file), 'utf8') : undefined;
  const [, runHash] = RUN_HASH.exec(read('report.html') ?? '') ?? [];
  if (runHash === undefined)
    throw new Error(`${named} is no hash of a run (8 to 64 of its signs), and no directory with a report.`);
  return { runHash, fills: read('fills.csv') };
}

/** How a run stands beside an earlier one. */
function compare(
  earlier: Earlier,
  { runHash, fills }: { readonly runHash: string; readonly fills: string },
): Comparison {
  if (runHash.startsWith(earlier.runHash)) return { isSame: true };
  const at = earlier.fills === undefined ? undefined : firstDifference(earlier.fills, fills);
  const where = at === undefined ? 'from the one that --check names' : `at fill ${at.toLocaleString('en-IN')}`;
  return { isSame: false, differs: `Second run differs ${where}.` };
}

// Programs have groups of their own, which a key pressed here does not reach: they end with this process.
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(status));

try {
  if (positionals[0] === 'seal') seal();
  else if (values.seeds === undefined) refuseArguments(USAGE, '--seeds is needed');
  else await runLeague(values.seeds);
} catch (error) {
  console.error(error instanceof BenchError ? error.message : errorMessage(error));
  process.exitCode = 1;
}
