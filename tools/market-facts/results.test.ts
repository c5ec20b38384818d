import { isCompany } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { liveQuarter } from './results.ts';
import { correlation, ranks, winsorised } from './statistics.ts';

describe('a quarter of results', () => {
  const issuers = readUniverse().issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended);
  const weights = issuers.map(() => 1 / issuers.length);

  it('moves values by its surprises, with noise, once for each company', () => {
    const { results } = liveQuarter(issuers, { weights, seed: 7n, traded: false });
    expect(results).toHaveLength(issuers.length);
    const [surprises, moves] = [results.map(({ surprise }) => surprise), results.map(({ move }) => move)];
    const together = correlation(ranks(surprises), ranks(moves));
    // 236 results: a standard error of 0.06 around 0.5.
    expect(together).toBeGreaterThan(0.3);
    expect(together).toBeLessThan(0.6);
  });
});

describe('statistics', () => {
  it('rank a list, and cut a twentieth at each end', () => {
    expect(ranks([30, 10, 20])).toEqual([2, 0, 1]);
    const list = Array.from({ length: 20 }, (_, at) => at * at);
    expect(winsorised(list)).toEqual([1, ...list.slice(1, -1), 324]);
  });
});
