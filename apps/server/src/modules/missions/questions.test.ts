import { marketValueAt, openingAccounts, priceEarnings, yearlyProfit } from '@khara/history';
import { isCompany } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { askOfCompanies, type CompanyFact } from './questions.ts';

const seed = new Uint8Array(32).fill(3);
const companies = readUniverse()
  .issuers.filter(isCompany)
  .map((issuer): CompanyFact => ({
    code: issuer.code,
    sector: issuer.sectorKey,
    quarters: openingAccounts(seed, issuer, '2026-11-23'),
    close: issuer.referencePricePaise,
    shares: issuer.sharesOutstanding,
  }));
const members = Array.from({ length: 40 }, (_, at) => `member-${at}`);
const find = (code: string | undefined) => companies.find((one) => one.code === code)!;
const price = ({ close, shares, quarters }: CompanyFact) =>
  priceEarnings(marketValueAt(close, shares), yearlyProfit(quarters)) ?? 0;
const ask = (id: Parameters<typeof askOfCompanies>[0], userId: string, of = companies) => {
  const asked = askOfCompanies(id, userId, of);
  if (asked.is !== 'asked') throw new Error(asked.is);
  return asked;
};

describe('a question about companies', () => {
  it('is of a cheap company whose profit fell: half of its sector costs more', () => {
    for (const member of members) {
      const { about, figure } = ask('cheap', member);
      const { quarters, sector } = find(about.code);
      const profits = quarters.map(({ profitAndLoss }) => profitAndLoss.profit);
      expect(BigInt(profits.at(-5)! - profits.at(-1)!)).toBe(figure);
      expect(figure).toBeGreaterThan(0n);
      const prices = companies.filter((one) => one.sector === sector && price(one) > 0).map(price);
      const dearer = prices.filter((one) => one > price(find(about.code)));
      expect(dearer.length, about.code).toBeGreaterThanOrEqual(prices.length / 2);
    }
  });

  it('compares two companies of one sector that both earn', () => {
    for (const member of members) {
      const { about, other } = ask('compare', member);
      const [one, two] = [find(about.code), find(other)];
      expect(one.sector).toBe(two.sector);
      expect(one.code).not.toBe(two.code);
      expect(Math.min(yearlyProfit(one.quarters), yearlyProfit(two.quarters))).toBeGreaterThan(0);
    }
  });

  it('is another for most members, and the same one for each as prices move a little', () => {
    const moved = companies.map((one, at) => ({
      ...one,
      close: Math.round(one.close * (at % 2 === 0 ? 1.001 : 0.999)),
    }));
    for (const id of ['result', 'compare', 'cheap'] as const) {
      const asked = members.map((member) => ask(id, member).about.code);
      expect(new Set(asked).size, id).toBeGreaterThan(10);
      const same = members.filter((member, at) => ask(id, member, moved).about.code === asked[at]);
      expect(same.length, id).toBeGreaterThan(36);
    }
  });

  it('waits where no company has an answer', () => {
    expect(askOfCompanies('cheap', 'member', [])).toEqual({ is: 'open' });
    expect(askOfCompanies('compare', 'member', companies.slice(0, 1))).toEqual({ is: 'open' });
  });
});
