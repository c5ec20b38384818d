import { readFileSync } from 'node:fs';
import { errorMessage, readArguments } from '../apps/server/bin/lib/command.ts';
import { runVectors } from './vectors/run.ts';

const { positionals: files } = readArguments({
  usage: 'npm run vectors -- FILE...',
  does: `Runs the cases of each file through the product's own code. Prints a line for each failed case,
and last "N passed, N failed". Exit code 1 on any failure, an unreadable file included.`,
  takes: { least: 1, most: Infinity },
});

let passed = 0;
let failed = 0;
for (const file of files) {
  for (const result of runFile(file)) {
    if (result.passed) passed += 1;
    else {
      failed += 1;
      console.log(`${result.id} expected ${result.expected} actual ${result.actual}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** A file that cannot be run counts as one failed case, so that it cannot be overlooked. */
function runFile(file: string): ReturnType<typeof runVectors> {
  try {
    return runVectors(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return [{ id: file, passed: false, expected: 'a file of vectors', actual: errorMessage(error) }];
  }
}
