import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ENGINE, type OrderLogHead, planWith, stepOfTime, timeOfStep } from '@khara/market-day';
import { clock } from '@khara/rules';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';
import { buildLab, RECORDED_DAY } from './lab.ts';
import { ROOT } from './project.ts';
import { frontPage, PICTURES, type Shown } from './site/front.ts';
import { writeManuals } from './site/manuals.ts';
import { style } from './site/page.ts';

const { positionals } = readArguments({
  usage: 'npm run site [-- DIRECTORY]',
  does: `Writes the site of the project into a directory, dist/site unless another is named, as plain files that
work below any path: the front page, the Day Lab with the recorded day that comes with the app, the manuals with their search, and llms.txt.`,
  takes: { least: 0, most: 1 },
  options: {},
});

const FILES = path.join(ROOT, 'tools/site');
/** What the front page asks: a number of shares more, at this time of the day. */
const QUESTION = { code: 'AAMRAI', quantity: 20_000, timeMs: clock(12, 30) } as const;

const digits = (value: number): string => String(value).padStart(2, '0');
/** A time of the day as the Lab's address has it: 114216. */
const addressTime = (ms: number): string =>
  [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => digits(Math.floor(part))).join('');

/** The question in the terms of the recorded day. Throws where another exchange played it. */
function readQuestion(): Shown {
  const { days } = JSON.parse(readFileSync(path.join(RECORDED_DAY, 'days.json'), 'utf8')) as {
    days: readonly { readonly marketDate: string }[];
  };
  const date = days[0]!.marketDate;
  const [first = ''] = readFileSync(path.join(RECORDED_DAY, 'days', `${date}.jsonl`), 'utf8').split('\n', 1);
  const head = JSON.parse(first) as OrderLogHead;
  if (head.engine !== ENGINE)
    throw new Error(`The recorded day is of ${head.engine}, this is ${ENGINE}: npm run record-day`);
  const plan = planWith(head.profile, head.steps);
  const step = stepOfTime(plan, QUESTION.timeMs);
  return { ...QUESTION, date, step, time: addressTime(timeOfStep(plan, step)) };
}

try {
  const directory = path.resolve(positionals[0] ?? path.join(ROOT, 'dist/site'));
  const question = readQuestion();
  mkdirSync(directory, { recursive: true });
  cpSync(RECORDED_DAY, path.join(directory, 'lab'), { recursive: true });
  buildLab(path.join(directory, 'lab'));
  writeFileSync(path.join(directory, 'index.html'), frontPage(question));
  writeFileSync(path.join(directory, 'site.css'), style());
  for (const file of ['site.js', ...PICTURES.map(({ name }) => `${name}.webp`)])
    copyFileSync(path.join(FILES, file), path.join(directory, file));
  copyFileSync(path.join(ROOT, 'docs/screenshots/what-if.webp'), path.join(directory, 'what-if.webp'));
  copyFileSync(path.join(ROOT, 'apps/web/public/mark.svg'), path.join(directory, 'mark.svg'));
  writeFileSync(path.join(directory, '.nojekyll'), '');
  writeManuals(directory);
  console.log(`The site is in ${directory}: serve it as files.`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
