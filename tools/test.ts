/**
 * `npm test`: every check and every test, and a closing line with the counts. After a stage that fails no
 * other begins. `npm test -- unit`, `-- components` or `-- e2e` runs one stage; `npm run test:all` also what
 * takes minutes by itself (TESTS=all). The tests of each file run in a random order. Vitest prints the seed,
 * and `npm test -- unit --seed=N` repeats it. A test that fails is tried once more; if it passes then it is counted
 * and named as flaky, with what it said first.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, constants, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { isOdd } from './plain-root.ts';
import { chromiumPackage, missingBrowser } from '../e2e/chromium.ts';

type Counts = { passed: number; failed: number; skipped: number; flaky?: number };
type Stage = {
  name: string;
  command: string;
  args: string[];
  count?: (report: string) => Counts;
  /**
   * Runs beside the stages after it, which leave a core idle much of their time, and has ended before the
   * browser's begins.
   */
  isBeside?: true;
  /** What it says is shown when it fails, and only then. */
  isQuiet?: true;
};

/** Enough for every database of a run at once, several times over. */
const PLENTY = 2e9;

/**
 * Where tests put their databases and browsers their profiles, all of it thrown away: in memory where there
 * is plenty. A third of what the server's tests cost was the disk making and removing databases of 760 files
 * each. A TMPDIR that is set is kept.
 */
function roomiest(): string {
  const memory = '/dev/shm';
  if (process.env['TMPDIR'] || process.platform !== 'linux' || process.availableMemory() < 2 * PLENTY) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > PLENTY ? memory : tmpdir();
  } catch {
    return tmpdir(); // there is no such place
  }
}

const scratch = mkdtempSync(join(roomiest(), 'khara-test-'));
chmodSync(scratch, 0o711); // PostgreSQL, which does not run as root, passes through
const report = (name: string) => join(scratch, `${name}.json`);
/** What Playwright made of our TypeScript: beside the databases it would be made again in each run. */
const COMPILED = { PWTEST_CACHE_DIR: join(import.meta.dirname, '../node_modules/.cache/playwright') };
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function countVitest(path: string): Counts {
  // The reporter's own format, of which only these three are read.
  const { numPassedTests, numFailedTests, numPendingTests } = readJson(path) as Record<string, number>;
  const flaky = readJson(`${path}.flaky`) as readonly string[];
  for (const said of flaky) console.log(said);
  return {
    passed: numPassedTests ?? 0,
    flaky: flaky.length,
    failed: numFailedTests ?? 0,
    skipped: numPendingTests ?? 0,
  };
}

function countPlaywright(path: string): Counts {
  const { stats } = readJson(path) as { stats: Record<string, number> };
  return {
    passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
    flaky: stats['flaky'] ?? 0,
    failed: stats['unexpected'] ?? 0,
    skipped: stats['skipped'] ?? 0,
  };
}

const asked = process.argv.slice(2);
/** The order of tests within their files follows from this number; without one Vitest takes the present time. */
const seed = asked.find((name) => name.startsWith('--seed='))?.slice('--seed='.length);
const order = seed === undefined ? [] : [`--sequence.seed=${seed}`];

const vitest = (name: string, ...projects: string[]) => [
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./tools/flaky-reporter.ts',
  '--retry=1', // named as flaky, and counted in the closing line
  `--outputFile.json=${report(name)}`,
  ...projects,
  ...order,
];

const stages: Stage[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  {
    name: 'lint',
    command: 'oxlint',
    args: ['packages', 'apps', 'tools', 'bench', 'e2e'],
    isBeside: true,
    isQuiet: true,
  },
  { name: 'types', command: 'npm', args: ['run', '--silent', 'types'], isBeside: true, isQuiet: true },
  { name: 'unused', command: 'knip', args: [], isBeside: true, isQuiet: true },
  // As `npm start` does, so that the products of the browser's tests find it built.
  { name: 'build', command: 'npm', args: ['run', '--silent', 'build:changed'], isQuiet: true },
  {
    // Vitest runs the files of a browser one after another, when all others have ended: by itself it fills
    // the cores that the server's tests leave idle.
    name: 'components',
    command: 'vitest',
    args: vitest('components', '--project=component', '--project=console'),
    isBeside: true,
    isQuiet: true,
    count: countVitest,
  },
  {
    name: 'unit',
    command: 'vitest',
    args: vitest('unit', '--project=!component', '--project=!console'),
    count: countVitest,
  },
  {
    name: 'e2e',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts'],
    count: countPlaywright,
  },
];

const underway = new Set<ChildProcess>();
const endAll = () => underway.forEach((child) => child.kill('SIGTERM'));
// Ended early it leaves nothing in memory: the stage ends first, which a terminal's Ctrl-C tells by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', endAll);
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 10 }));

const root = join(import.meta.dirname, '..');
if (isOdd(root)) process.exit(testCopy());

/**
 * Vitest reads a # of a path as the part of an address: there a copy of the checkout is tested. Answers its exit code.
 */
function testCopy(): number {
  const copy = join(scratch, 'khara');
  console.log(`${root} has a sign that Vitest takes for another: testing a copy in ${copy}`);
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (place) => !relative(root, place).startsWith('.data'),
  });
  const file = relative(root, import.meta.filename);
  const { status } = spawnSync(process.execPath, [file, ...asked], {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(copy, 'node_modules/.bin')}${delimiter}${process.env['PATH']}` },
  });
  return status ?? 1;
}

/** Runs a stage to its end, counts its tests and says how it went. Answers whether all is well. */
function run({ command, args, name, count, isQuiet }: Stage): Promise<boolean> {
  const startedAt = performance.now();
  let said = '';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['inherit', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
      env: {
        ...process.env,
        ...COMPILED,
        TMPDIR: scratch,
        KHARA_E2E_REPORT: report('e2e'),
        FLAKY_REPORT: `${report(name)}.flaky`,
      },
      shell: process.platform === 'win32',
    });
    underway.add(child);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    child.on('error', (error) => {
      said += `${name}: ${error.message}\n`;
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
    function end(code: number) {
      if (!underway.delete(child)) return; // an error and its end are one
      if (count && existsSync(report(name))) add(count(report(name))); // a stage that was killed has none
      if (code !== 0) {
        failed.push(name);
        if (said) console.error(said);
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
      resolve(code === 0);
    }
  });
}

const totals: Counts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
function add({ passed, failed, skipped, flaky = 0 }: Counts): void {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  totals.flaky = (totals.flaky ?? 0) + flaky;
}

async function inTurn(turn: readonly Stage[]): Promise<void> {
  for (const stage of turn) if (failed.length > 0 || !(await run(stage))) return;
}

if (asked.includes('--all')) process.env['TESTS'] = 'all';
const only = asked.filter((name) => !name.startsWith('--'));
const warning = missingBrowser();
if (warning !== undefined) {
  console.log(warning);
  chromiumPackage(); // installed before two stages ask for it at once
}
const failed: string[] = [];
const chosen = stages.filter(({ name }) => only.length === 0 || only.includes(name));
const ofBrowser = chosen.filter(({ name }) => name === 'e2e');
await Promise.all([
  inTurn(chosen.filter(({ isBeside }) => isBeside)),
  inTurn(chosen.filter((stage) => !stage.isBeside && !ofBrowser.includes(stage))),
]);
await inTurn(ofBrowser);
if (failed.length > 0 && totals.failed === 0) totals.failed = 1;
const more = [totals.skipped ? `, ${totals.skipped} skipped` : '', totals.flaky ? `, ${totals.flaky} flaky` : ''];
console.log(`${totals.passed} passed, ${totals.failed} failed${more.join('')}`);
process.exit(failed.length > 0 ? 1 : 0);
