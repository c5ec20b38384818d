import { PLANTS, simulate, type Plant } from '#test/simulation/run.ts';
import { openDatabase } from '#test/simulation/world.ts';
import { readArguments, refuseArguments } from './lib/command.ts';

const isPlant = (text: string): text is Plant => text in PLANTS;

const usage = 'npm run sim [-- --seed SEED --ops NUMBER --plant NAME]';
const { values } = readArguments({
  usage,
  does: `Drives the domain's own code, on a database of its own, with a simulated clock, rail, crashes
and lost answers, and checks the books after every step: 500 steps by default. Prints the seed
and a hash of the state: the same seed gives the same hash. Exit code 1 when a check found
something, as it must with --plant (${Object.keys(PLANTS).join(', ')}).`,
  options: {
    seed: { type: 'string', default: '1' },
    ops: { type: 'string', default: '500' },
    plant: { type: 'string' },
  },
});
const { seed, plant } = values;
const ops = Number(values.ops);
if (!Number.isSafeInteger(ops) || ops < 1) refuseArguments(usage, '--ops takes a whole number from 1 on');
if (plant !== undefined && !isPlant(plant)) refuseArguments(usage, `--plant takes ${Object.keys(PLANTS).join(', ')}`);

try {
  const database = await openDatabase();
  try {
    const { hash, counts, found } = await simulate(database, { seed, ops, ...(plant !== undefined && { plant }) });
    for (const [what, times] of Object.entries(counts).toSorted()) console.log(`${String(times).padStart(7)}  ${what}`);
    if (found) console.log(`WRONG after step ${found.step}: ${found.name}, such as: ${found.sample}`);
    else console.log(`ok    ${ops} steps, every check after each`);
    console.log(`seed ${seed}\nstate ${hash}`);
    process.exitCode = found ? 1 : 0;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
}
