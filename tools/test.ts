/**
 * `npm test`: every check and every test, and a closing line with the counts. Stops at the first stage that fails, since a later one would only repeat the news.
 * `npm test -- unit` or `-- e2e` runs one stage; `npm run test:all` also what takes minutes by itself (TESTS=all).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBrowser } from '../e2e/chromium.ts';

type Counts = { passed: number; failed: number; skipped: number; flaky?: number };
type Stage = { name: string; command: string; args: string[]; count?: (report: string) => Counts };

/** Enough for every database of a run at once, several times over. */
const PLENTY = 2e9;

/**
 * Where tests put their databases and browsers their profiles, all of it thrown away: in memory where there is plenty. A third of what the server's tests
 * cost was the disk making and removing databases of 760 files each. A TMPDIR that is set is kept.
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
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function countVitest(path: string): Counts {
  // The reporter's own format, of which only these three are read.
  const { numPassedTests, numFailedTests, numPendingTests } = readJson(path) as Record<string, number>;
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
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

const stages: Stage[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['packages', 'apps', 'tools', 'bench', 'e2e'] },
  { name: 'types', command: 'npm', args: ['run', '--silent', 'types'] },
  { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] },
  {
    name: 'unit',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('unit')}`],
    count: countVitest,
  },
  {
    name: 'e2e',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts'],
    count: countPlaywright,
  },
];

let under: ChildProcess | undefined;
// Ended early it leaves nothing in memory: the stage ends first, which a terminal's Ctrl-C tells by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => under?.kill('SIGTERM'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 10 }));

function run({ command, args, name }: Stage): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, TMPDIR: scratch, KHARA_E2E_REPORT: report('e2e') },
      shell: process.platform === 'win32',
    });
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
    under = child;
  });
}

const asked = process.argv.slice(2);
if (asked.includes('--all')) process.env['TESTS'] = 'all';
const only = asked.filter((name) => name !== '--all');
const warning = missingBrowser();
if (warning !== undefined) console.log(warning);
const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
let failedStage: string | undefined;
for (const stage of stages.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const startedAt = performance.now();
  const code = await run(stage);
  if (stage.count) {
    const counts = stage.count(report(stage.name));
    totals.passed += counts.passed;
    totals.failed += counts.failed;
    totals.skipped += counts.skipped;
    totals.flaky = (totals.flaky ?? 0) + (counts.flaky ?? 0);
  }
  console.log(
    `${stage.name}: ${code === 0 ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
  if (code !== 0) {
    failedStage = stage.name;
    break;
  }
}
if (failedStage && totals.failed === 0) totals.failed = 1;
const more = [totals.skipped ? `, ${totals.skipped} skipped` : '', totals.flaky ? `, ${totals.flaky} flaky` : ''];
console.log(`${totals.passed} passed, ${totals.failed} failed${more.join('')}`);
process.exit(failedStage ? 1 : 0);
