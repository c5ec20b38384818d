import { rmSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';
import { RECORDED_DAY, writeDays } from './lab.ts';

const { values } = readArguments({
  usage: 'npm run record-day [-- --from http://localhost:8080]',
  does: `Takes the newest closed day of a running server as the recorded one that comes with the app: its order log
and seeds, and the record of the signed log with its proof.`,
  takes: { least: 0, most: 0 },
  options: { from: { type: 'string', default: 'http://localhost:8080' } },
});

try {
  rmSync(path.join(RECORDED_DAY, 'days'), { recursive: true, force: true });
  await writeDays(values.from, RECORDED_DAY, 1);
  console.log(`The recorded day is in ${RECORDED_DAY}.`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
