import path from 'node:path';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';
import { buildLab, writeDays } from './lab.ts';

const { positionals, values } = readArguments({
  usage: 'npm run lab:static -- DIRECTORY [--from http://localhost:8080]',
  does: `Writes the Day Lab and the ten newest closed days of a running server into a directory, as plain
files for any file server: index.html, its code and texts, days.json, and for each day its order log
and the record of the signed log with its proof.`,
  takes: { least: 1, most: 1 },
  options: { from: { type: 'string', default: 'http://localhost:8080' } },
});

const MAX_DAYS = 10;

try {
  const directory = path.resolve(positionals[0]!);
  const count = await writeDays(values.from, directory, MAX_DAYS);
  buildLab(directory);
  console.log(`The Day Lab with ${count} market days is in ${directory}: serve it as files.`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
