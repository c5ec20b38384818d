import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createEnv } from '@khara/bench';
import { buildPackages } from '../tools/packages.ts';
import { ROOT } from '../tools/project.ts';
import type { BenchLine } from './bench-line.ts';

/** Figures that the bench is meant to reach on one core. */
const STEPS_A_SECOND = 20_000;
const PYTHON_STEPS_A_SECOND = 4_000;
const SHARE_DAYS_A_MINUTE = 200;
const LIMIT_MB = 200;

const WARM_UP = 3_000;
const STEPS = 30_000;
const DAYS = 3;
/** Steps between two orders: about a minute of the market. */
const MINUTE = 8;

/** The market that programs step: processor time of steps and days, and what a day of fifty shares holds. */
export async function benchSteps(): Promise<BenchLine[]> {
  const steps = stepsASecond();
  const python = pythonStepsASecond();
  const days = shareDaysAMinute();
  return [
    line('steps of one share, depth 5', steps, STEPS_A_SECOND, 'steps/s'),
    ...(python === undefined ? [] : [line('the same by Python', python, PYTHON_STEPS_A_SECOND, 'steps/s')]),
    line('share-days of ten shares, an order a minute', days, SHARE_DAYS_A_MINUTE, 'share-days/min'),
    line('memory of a process with 50 shares, after a day, as published', memoryAsPublished(), LIMIT_MB, 'MB'),
    line('the same from TypeScript', memoryOfDay(ROOT), LIMIT_MB, 'MB'),
  ];
}

const line = (name: string, product: number, baseline: number, unit: string): BenchLine => ({
  name,
  product,
  baseline,
  unit,
  ratio: product / baseline,
  note: 'by processor time; baseline is the target',
});

/** Seconds of processor that the process has had. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function stepsASecond(): number {
  const env = createEnv({ shares: 1, days: 1_000, from: 'opening' });
  env.reset();
  for (let made = 0; made < WARM_UP; made += 1) env.step();
  const from = cpu();
  for (let made = 0; made < STEPS; made += 1) env.step();
  return STEPS / (cpu() - from);
}

const PYTHON = `
import resource, sys
from khara_gym import Market
with Market(shares=1, days=1000, **{"from": "opening"}) as market:
    market.reset()
    for _ in range(int(sys.argv[1])):
        market.step({"agent": []})
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(one.ru_utime + one.ru_stime for one in used))
`;
const GYM = path.join(import.meta.dirname, '../examples/python/khara_gym');

/**
 * By the processor time of Python and the bench, without what it takes to begin; undefined where there is no Python.
 */
function pythonStepsASecond(): number | undefined {
  const seconds = [WARM_UP, WARM_UP + STEPS].map((steps) => {
    const env = { ...process.env, PYTHONPATH: GYM, KHARA_NODE: process.execPath };
    const { status, stdout } = spawnSync('python3', ['-c', PYTHON, String(steps)], { env, encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  const [few, many] = seconds;
  return few === undefined || many === undefined ? undefined : STEPS / (many - few);
}

function shareDaysAMinute(): number {
  const env = createEnv({ shares: 10, days: 1_000 });
  const codes = Object.keys(env.reset().observation.book);
  const from = cpu();
  for (let day = 0, orders = 0; day < DAYS; orders += 1) {
    const code = codes[orders % codes.length]!;
    const side = orders % 2 === 0 ? 'buy' : 'sell';
    const action = { code, side, quantity: 1, type: 'market', product: 'intraday' } as const;
    const { clock } = env.step([action], { steps: MINUTE }).observation;
    day = clock.day;
  }
  return (codes.length * DAYS) / ((cpu() - from) / 60);
}

const DAY_OF_FIFTY = `
import { createEnv } from '@khara/bench';
const env = createEnv({ shares: 50 });
env.reset();
while (!env.step([], { steps: ${MINUTE} }).truncated);
console.log(process.memoryUsage.rss());
`;

/** Of a process that finds the bench from a folder. */
const memoryOfDay = (folder: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', DAY_OF_FIFTY], { cwd: folder })) / 1e6;

function memoryAsPublished(): number {
  // Among our modules, where what others wrote is found.
  const folder = mkdtempSync(path.join(ROOT, 'node_modules/.published-'));
  try {
    buildPackages(path.join(folder, 'node_modules/@khara'));
    return memoryOfDay(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
