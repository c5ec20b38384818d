import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdministrator } from '#src/adapters/database.ts';
import type { FreshDatabase } from '#src/verify/index.ts';
import { useBackOffice } from '#test/back-office.ts';
import { liveOffers } from '#test/lived-offers.ts';
import { copiesOf } from '#test/lived.ts';
import { madeInEmpty, tamper, wrongIn } from '#test/tampered.ts';
import { OFFERS } from '#test/tamperings/offers.ts';

describe('a database that has lived through offers to holders and a short delivery', () => {
  const office = useBackOffice();
  let copies: Awaited<ReturnType<typeof copiesOf>>;
  let made: FreshDatabase;
  beforeAll(async () => {
    made = await madeInEmpty();
    await liveOffers(office);
    copies = await copiesOf(office);
  });
  afterAll(() => copies?.end());

  it('is found whole', async () => {
    const found = await copies.with((connection) => wrongIn(connection, made));
    expect(found).toEqual([]);
  });

  it.each(OFFERS)('is found out when $name', async (tampering) => {
    const found = await copies.with(async (connection) => {
      const touched = await asAdministrator(connection, (client) => tamper(client, tampering));
      expect(touched, 'rows touched').toBeGreaterThan(0);
      return wrongIn(connection, made);
    });
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...tampering.found]));
  });
});
