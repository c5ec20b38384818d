import { hash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BENCH, BenchError } from '@khara/bench';
import { errorMessage, readArguments, refuseArguments } from '../apps/server/bin/lib/command.ts';
import { reportLeague } from './league/report.ts';
import { runProgram, runTwin, type LeagueMarket, type Run } from './league/run-program.ts';

const USAGE = `npm run league -- seal --out FILE.sealed [--count 20]
npm run league -- PROGRAM|DIRECTORY ... --seeds FILE.sealed [--days 5] [--shares 10] [--out league.html] [--check HASH]`;
const { values, positionals } = readArguments({
  usage: USAGE,
  does: `Lets programs play the same markets, whose seeds were sealed before, each beside buying and holding, and writes one
page of what came of it. A program speaks the bench's lines of JSON by its standard input and output (docs/bench.md).
'seal' draws seeds, and prints the SHA-256 of their file to be published first.`,
  takes: { least: 1, most: 50 },
  options: {
    out: { type: 'string' },
    seeds: { type: 'string' },
    count: { type: 'string', default: '20' },
    days: { type: 'string', default: '5' },
    shares: { type: 'string', default: '10' },
    check: { type: 'string' },
  },
});
const CASH = 10_00_000_00;
const MAX_SEEDS = 100;
const SEED_BYTES = 16;

function seal(): void {
  const { out } = values;
  const count = Number(values.count);
  if (out === undefined) refuseArguments(USAGE, '--out is needed');
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_SEEDS)
    throw new Error(`count is a whole number from 1 to ${MAX_SEEDS}.`);
  if (existsSync(out)) throw new Error(`${out} is there already: seeds are sealed once.`);
  const seeds = Array.from({ length: count }, () => randomBytes(SEED_BYTES).toString('hex'));
  const text = `${JSON.stringify({ seeds })}\n`;
  writeFileSync(out, text, { mode: 0o600 });
  console.log(`${hash('sha256', text)}  ${out}`);
}

/** Programs by the names of their files; of a directory all in it. */
const listPrograms = (): readonly string[] =>
  positionals
    .flatMap((given) =>
      statSync(given).isDirectory() ? readdirSync(given).map((name) => path.join(given, name)) : given,
    )
    .map((file) => path.resolve(file))
    .toSorted((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1));

async function runLeague(sealedFile: string): Promise<void> {
  const sealed = readFileSync(sealedFile, 'utf8');
  const { seeds } = JSON.parse(sealed) as { readonly seeds: readonly string[] };
  const market = { days: Number(values.days), shares: Number(values.shares), cash: CASH, from: 'opening' } as const;
  const play = async (name: string, run: (market: LeagueMarket) => Run | Promise<Run>) => {
    const runs: Run[] = [];
    for (const seed of seeds) runs.push(await run({ ...market, seed }));
    console.log(
      `${name}: ${runs.filter(({ stopped }) => stopped === undefined).length} of ${seeds.length} seeds to the end`,
    );
    return { name, runs };
  };
  const twin = await play('buy_and_hold', runTwin);
  const programs = [];
  for (const file of listPrograms()) {
    const entry = await play(path.basename(file), (of) => runProgram(file, of));
    programs.push({ ...entry, hash: hash('sha256', readFileSync(file)) });
  }
  const lines = [twin, ...programs].flatMap(({ name, runs }) => runs.map((run, seed) => `${name} ${seed} ${run.hash}`));
  const runHash = hash('sha256', lines.join('\n'));
  const isAsBefore = values.check === undefined ? undefined : runHash.startsWith(values.check);
  const out = values.out ?? 'league.html';
  const command = `npm run league -- ${positionals.join(' ')} --seeds ${path.basename(sealedFile)} --days ${market.days} --shares ${market.shares} --check ${runHash}`;
  writeFileSync(
    out,
    reportLeague({ ...market, version: BENCH, sealed, seeds, twin, programs, runHash, isAsBefore, command }),
  );
  console.log(`${runHash}  ${out}`);
  if (isAsBefore === false) throw new Error('This run differs from the one that --check names.');
}

try {
  if (positionals[0] === 'seal') seal();
  else if (values.seeds === undefined) refuseArguments(USAGE, '--seeds is needed');
  else await runLeague(values.seeds);
} catch (error) {
  console.error(error instanceof BenchError ? error.message : errorMessage(error));
  process.exitCode = 1;
}
