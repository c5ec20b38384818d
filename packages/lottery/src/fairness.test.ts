import { hash, u32 } from '@khara/proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allotProRata, runDraw, seedHash, whoHash, winningLots, type Application, type OpenOffering } from './index.ts';

const applicationsOf = (lots: readonly number[]): Application[] =>
  lots.map((one, index) => ({
    applicationId: `OFF-${String(index + 1).padStart(6, '0')}`,
    lots: one,
    who: whoHash(`u${index}`, `request-${index}`),
  }));

const openOf = (shares: number, sharesPerLot: number, minLots: number, seed: Uint8Array): OpenOffering => ({
  offeringId: 'OFF',
  shares,
  sharesPerLot,
  minLots,
  maxLots: 13,
  closesAt: 1_767_225_600_000,
  entropy: { kind: 'none', chain: '', round: 0 },
  seedHash: seedHash('OFF', seed),
});

const lists = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 40 });
const shuffled = <T>(items: readonly T[], by: number): T[] =>
  [...items].sort((a, b) => ((items.indexOf(a) * 7 + by) % 11) - ((items.indexOf(b) * 7 + by) % 11));

describe('a draw over any list', () => {
  const seed = hash(u32(1));

  it('gives out what there is, to each no more than they asked, whatever the order of arrival', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 40 }), (lots, pool, by) => {
        const applications = applicationsOf(lots);
        const open = openOf(pool * 7, 7, 1, seed);
        const draw = runDraw({ open, seed, applications });
        const given = [...draw.allotted.values()].reduce((sum, shares) => sum + shares, 0);
        const asked = lots.reduce((sum, one) => sum + one, 0) * 7;
        const left = draw.mode === 'draw_of_lots' ? open.shares - pool * 7 : 0;
        expect(given).toBe(Math.min(asked, open.shares - left));
        for (const { applicationId, lots: wanted } of applications) {
          expect(draw.allotted.get(applicationId)!).toBeLessThanOrEqual(wanted * 7);
        }
        const again = runDraw({ open, seed, applications: shuffled(applications, by) });
        expect([...again.allotted]).toEqual([...draw.allotted]);
      }),
      { numRuns: 150 },
    );
  });

  it('is as kind to one lot as to thirteen: 20,000 small draws', () => {
    // Ten applicants, three winners; the even ones ask for one lot, the odd ones for thirteen. Each should
    // win 6,000 times.
    const applications = applicationsOf(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 1 : 13)));
    const wins = new Map<string, number>();
    const first = new Map<string, number>();
    for (let run = 0; run < 20_000; run += 1) {
      const drawSeed = hash(u32(run));
      const draw = runDraw({ open: openOf(3, 1, 1, drawSeed), seed: drawSeed, applications });
      for (const [id, shares] of draw.allotted) if (shares > 0) wins.set(id, (wins.get(id) ?? 0) + 1);
      const luckiest = draw.order[0]!;
      first.set(luckiest, (first.get(luckiest) ?? 0) + 1);
    }
    // Five standard deviations of a binomial: 65 for winning, 42 for being first. The seeds are fixed, so the
    // test is as well.
    for (const { applicationId } of applications) {
      expect(Math.abs((wins.get(applicationId) ?? 0) - 6_000)).toBeLessThan(5 * 65);
      expect(Math.abs((first.get(applicationId) ?? 0) - 2_000)).toBeLessThan(5 * 43);
    }
  });
});

describe('shares in proportion', () => {
  it('give out every lot, within one lot of the exact part, to each at most what they asked, in any order of arrival', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 40 }), (lots, pool, by) => {
        const applications = applicationsOf(lots);
        const offer = { shares: pool * 7, sharesPerLot: 7 };
        const { allotted, mode } = allotProRata(offer, applications);
        const asked = lots.reduce((sum, one) => sum + one, 0);
        const given = [...allotted.values()].reduce((sum, shares) => sum + winningLots(shares, 7), 0);
        expect(given).toBe(Math.min(asked, pool));
        expect(mode).toBe(asked <= pool ? 'full_allotment' : 'pro_rata');
        for (const { applicationId, lots: wanted } of applications) {
          const got = winningLots(allotted.get(applicationId)!, 7);
          expect(got).toBeLessThanOrEqual(wanted);
          if (mode === 'pro_rata') expect(Math.abs(got - (wanted * pool) / asked)).toBeLessThan(1);
        }
        expect([...allotProRata(offer, shuffled(applications, by)).allotted]).toEqual([...allotted]);
      }),
      { numRuns: 300 },
    );
  });
});
