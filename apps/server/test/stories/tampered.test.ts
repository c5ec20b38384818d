import { beforeAll, describe, expect, it } from 'vitest';
import { asAdministrator } from '#src/adapters/database.ts';
import { useBackOffice } from '#test/back-office.ts';
import { copiesOf, live } from '#test/lived.ts';
import { madeInEmpty, tamper, wrongIn } from '#test/tampered.ts';
import { MAX_SEVERE } from '#test/tamperings.ts';

/* One tampering of each part, all in one copy of a database that has lived: a look costs as much as ten.
   `tamperings.test.ts` has each alone. */
describe('a database that was tampered with in ten places', () => {
  const office = useBackOffice();
  let before: readonly string[];
  const touched = new Map<string, number>();
  let found: readonly string[];
  beforeAll(async () => {
    const made = await madeInEmpty();
    await live(office);
    const copies = await copiesOf(office);
    try {
      await copies.with(async (connection) => {
        before = (await wrongIn(connection, made)).map(({ name }) => name);
        for (const one of MAX_SEVERE)
          touched.set(one.name, await asAdministrator(connection, (client) => tamper(client, one)));
        found = (await wrongIn(connection, made)).map(({ name }) => name);
      });
    } finally {
      await copies.end();
    }
  });

  it('was whole before', () => {
    expect(before).toEqual([]);
  });

  it.each(MAX_SEVERE)('is found out: $name', ({ name, found: by }) => {
    expect(touched.get(name), 'rows touched').toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining([...by]));
  });

  it('has a check of its own for each place', () => {
    const names = MAX_SEVERE.flatMap(({ found: by }) => by);
    expect(new Set(names).size).toBe(names.length);
  });
});
