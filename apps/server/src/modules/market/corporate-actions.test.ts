import { addDays, DIVIDENDS_PPM } from '@khara/rules';
import { isCompany } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { expect, it } from 'vitest';
import { actionsFor, exPrice } from './corporate-actions.ts';

it('pays in dividends, on average, what the market expects of them', () => {
  const issuers = readUniverse().issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended);
  const prices = new Map(issuers.map(({ code, referencePricePaise }) => [code, referencePricePaise]));
  const parts = { seed: new Uint8Array(32), issuers, isQuiet: () => false, isTaken: () => false };
  const priceOf = (code: string) => prices.get(code)!;
  const days = 3_000;
  let [exDate, paid] = ['2027-01-01', 0];
  for (let marketDay = 20; marketDay < 20 + days; marketDay += 1) {
    exDate = addDays(exDate, 1);
    for (const { code, terms } of actionsFor({ exDate, marketDay, announcedOn: exDate }, { ...parts, priceOf }))
      if (terms.kind === 'dividend') paid += (terms.perSharePaise * 1e6) / priceOf(code);
  }
  const ppm = paid / days / issuers.length;
  expect(ppm).toBeGreaterThan(0.94 * DIVIDENDS_PPM);
  expect(ppm).toBeLessThan(1.06 * DIVIDENDS_PPM);
});

it('splits no share so far that a holding outgrows its column before it is worth 4,000 crore', () => {
  const issuers = readUniverse().issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended);
  const parts = { seed: new Uint8Array(32), issuers, isQuiet: () => false, isTaken: () => false };
  const kinds = new Set<string>();
  let [exDate, cheapest] = ['2027-01-01', Infinity];
  for (let day = 0; day < 20_000; day += 1) {
    exDate = addDays(exDate, 1);
    const price = 1_00 + ((day * 7_919) % 60_000_00);
    const made = actionsFor(
      { exDate, marketDay: 3 + 2 * (day % 2), announcedOn: exDate },
      { ...parts, priceOf: () => (day % 3 === 0 ? price % 100_00 : price) },
    );
    for (const { terms } of made) {
      if (terms.kind !== 'split' && terms.kind !== 'bonus') continue;
      kinds.add(terms.kind);
      cheapest = Math.min(cheapest, exPrice(day % 3 === 0 ? price % 100_00 : price, { terms }));
    }
  }
  expect(kinds).toEqual(new Set(['split', 'bonus']));
  expect(BigInt(cheapest) * 2n ** 31n).toBeGreaterThan(4_000n * 1_00_00_000_00n);
});
