import { addDays, DIVIDENDS_PPM } from '@khara/rules';
import { isCompany } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { expect, it } from 'vitest';
import { actionsFor } from './corporate-actions.ts';

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
