import { afterEach, describe, expect, it } from 'vitest';
import { simulate, type Plant } from '#test/simulation/run.ts';
import { brokenChecks, createTestDatabase, type TestDatabase } from '#test/database.ts';

/** SIM_OPS makes it a longer one. */
const OPS = Number(process.env['SIM_OPS'] ?? 90);
const opened: TestDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.drop()));
});

async function run(seed: string, plant?: Plant) {
  const database = await createTestDatabase();
  opened.push(database);
  const { app, admin } = database;
  const result = await simulate({ app, admin }, { seed, ops: OPS, ...(plant && { plant }) });
  return { ...result, broken: await brokenChecks(database.job) };
}

describe('the simulation', () => {
  it('finds whole books, and comes to the same state from the same seed', async () => {
    const [first, second] = [await run('genuine'), await run('genuine')];
    expect(first.found).toBeUndefined();
    expect(first.broken).toEqual([]);
    expect(second).toEqual(first);
    // Money came and went, was changed and applied with.
    expect(Object.keys(first.counts)).toEqual(
      expect.arrayContaining(['withdraw asked', 'reported out: paid', 'convert INR', 'subscribe done', 'asked again']),
    );
    expect((await run('another')).hash).not.toBe(first.hash);
  });

  it.each<Plant>(['balance', 'order', 'lot', 'withdrawal', 'application'])(
    'finds a planted fault: %s',
    async (plant) => {
      const { found } = await run('genuine', plant);
      expect(found?.step).toBeGreaterThanOrEqual(OPS / 2);
    },
  );
});
