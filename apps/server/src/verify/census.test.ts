import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { madeInEmpty } from '#test/tampered.ts';
import { CENSUS } from './census.ts';
import { verifyAll } from './index.ts';
import { TABLES } from './recorded-rows.ts';

/* Each column of the database has a line in the census, and each line a column and a check that there is. */

const database = useTestDatabase();

/** Schemas that are not the product's: the queue's rows only ask to look at rows that are held here. */
const OTHERS = ['pgboss', 'database'];

const columns = () =>
  database.admin.query<{ of: string; column: string }>(
    'test.columns',
    `SELECT n.nspname || '.' || c.relname AS of, a.attname AS column FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND n.nspname <> ALL ($1)
     ORDER BY 1, a.attnum`,
    [OTHERS],
  );

it('has a line for each table of the database, and names no column that is not there', async () => {
  const tables = Map.groupBy(await columns(), ({ of }) => of);
  expect(Object.keys(CENSUS).toSorted()).toEqual([...tables.keys()].toSorted());
  const unknown = Object.entries(CENSUS).flatMap(([table, { but = {} }]) => {
    const there = new Set(tables.get(table)!.map(({ column }) => column));
    return Object.keys(but).filter((column) => !there.has(column));
  });
  expect(unknown).toEqual([]);
});

it('says of each column that stands under the line of its table, and is not recorded, that it was looked at', async () => {
  const known = JSON.parse(readFileSync(new URL('census-columns.json', import.meta.url), 'utf8')) as unknown;
  const under = (await columns()).filter(({ of, column }) => {
    const { all, but = {} } = CENSUS[of] ?? {};
    return all !== undefined && all.kind !== 'recorded' && !(column in but);
  });
  const tables = Map.groupBy(under, ({ of }) => of);
  const found = [...tables].map(([of, all]) => [of, all.map(({ column }) => column).join(' ')]);
  // A new one: say in census.ts what holds for it, and see that a check holds it, before it stands in the list.
  expect(Object.fromEntries(found)).toEqual(known);
});

it('names checks that there are', async () => {
  const made = await madeInEmpty();
  const found = await database.admin.snapshot((tx) => verifyAll(tx, testDeps().keys, made));
  const names = new Set(found.map(({ name }) => name));
  const fates = Object.values(CENSUS).flatMap(({ all, but = {} }) => [all, ...Object.values(but)]);
  const wanted = fates.flatMap((fate) => ('check' in fate && fate.check !== undefined ? [fate.check] : []));
  expect([...new Set(wanted)].filter((name) => !names.has(name))).toEqual([]);
});

it('calls recorded what the list of recorded tables has, column by column', async () => {
  const wrong = (await columns()).flatMap(({ of, column }) => {
    const fate = CENSUS[of]?.but?.[column] ?? CENSUS[of]?.all;
    const table = fate?.kind === 'recorded' ? TABLES[fate.check] : undefined;
    if (!table) return []; // functions of the database write the others, and their checks read whole rows
    const isNamed = [table.id, table.member].includes(column);
    const isHashed = table.columns.some((text) => new RegExp(`\\b(t|l)\\.${column}\\b`).test(text));
    const isPart = of !== table.table && table.columns.some((text) => text.includes(of));
    return isNamed || isHashed || isPart ? [] : [`${of}.${column}`];
  });
  expect(wrong).toEqual([]);
});
