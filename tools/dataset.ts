import { existsSync, readdirSync } from 'node:fs';
import { BenchError } from '@khara/bench';
import { errorMessage, readArguments, refuseArguments } from '../apps/server/bin/lib/command.ts';
import { checkDataset } from './dataset/check-dataset.ts';
import { writeDataset } from './dataset/write-dataset.ts';

const USAGE = `npm run dataset -- --out DIRECTORY [--days 1] [--shares 10] [--seed TEXT] [--levels 5]
npm run dataset -- --check DIRECTORY`;
const { values } = readArguments({
  usage: USAGE,
  does: `Plays market days without members and writes them order by order: messages and books in LOBSTER's columns,
with the hidden values, who is behind each order, and the news, as CSV and Parquet. With --check plays the days of a
data set again and compares each file. A share's day has about 100,000 messages and 19 MB with five levels.`,
  options: {
    out: { type: 'string' },
    check: { type: 'string' },
    days: { type: 'string', default: '1' },
    shares: { type: 'string', default: '10' },
    seed: { type: 'string', default: 'khara' },
    levels: { type: 'string', default: '5' },
    start: { type: 'string', default: '2026-11-23' },
    'day-seconds': { type: 'string', default: '900' },
  },
});
const MAX_LEVELS = 50;

function write(directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0) throw new Error(`${directory} is not empty.`);
  const levels = Number(values.levels);
  if (!Number.isSafeInteger(levels) || levels < 1 || levels > MAX_LEVELS)
    throw new Error(`levels is a whole number from 1 to ${MAX_LEVELS}.`);
  const { files } = writeDataset(directory, {
    seed: values.seed,
    days: Number(values.days),
    shares: Number(values.shares),
    levels,
    start: values.start,
    daySeconds: Number(values['day-seconds']),
  });
  console.log(`${Object.keys(files).length} tables in ${directory}. README.md says what they hold.`);
}

try {
  if (values.check !== undefined) console.log(checkDataset(values.check));
  else if (values.out !== undefined) write(values.out);
  else refuseArguments(USAGE, 'A directory is missing');
} catch (error) {
  console.error(error instanceof BenchError ? error.message : errorMessage(error));
  process.exitCode = 1;
}
