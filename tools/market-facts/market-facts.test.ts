import { beforeAll, describe, expect, test } from 'vitest';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { measure, type Facts } from './facts.ts';
import { historyFacts } from './history-facts.ts';
import { liveDays } from './live-days.ts';
import { showFacts } from './show-facts.ts';
import { autocorrelation, correlation, kurtosis, median } from './statistics.ts';

/** Every eighth share of the universe over some days: always the same days, so that what holds once holds always. */
const DAYS = 5;
let facts: Facts;
beforeAll(() => {
  const issuers = readUniverse().issuers.filter((issuer, at) => !isFund(issuer) && at % 8 === 0);
  facts = measure(liveDays(issuers, DAYS, 20_261_120n));
}, 400_000); // on a busy machine

describe('the market looks like one', () => {
  test('spreads are narrower and books deeper the larger the turnover', () => {
    const [large, middle] = facts.sizes;
    expect(large!.spreadBps).toBeLessThan(middle!.spreadBps);
    expect(large!.spreadTicks).toBeGreaterThanOrEqual(1);
    expect(large!.depth).toBeGreaterThan(middle!.depth);
  });

  test('spreads are widest after the opening', () => {
    const [first, ...others] = facts.spreadBpsByHalfHour;
    expect(first).toBeGreaterThan(1.1 * Math.max(...others));
  });

  test('volume smiles over the day', () => {
    const volume = facts.volumeShareByHalfHour;
    const noon = (volume[5]! + volume[6]!) / 2;
    expect(volume[0]).toBeGreaterThan(1.5 * noon);
    expect(volume.at(-1)).toBeGreaterThan(1.5 * noon);
    expect(volume.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 6);
  });

  test('returns have fat tails, fatter the shorter the interval', () => {
    expect(facts.kurtosis[5]).toBeGreaterThan(4);
    expect(facts.kurtosis[1]).toBeGreaterThan(facts.kurtosis[5]);
    expect(facts.kurtosis[5]).toBeGreaterThan(facts.kurtosis[30]);
    expect(facts.kurtosis[30]).toBeGreaterThan(3);
  });

  test('large moves follow large moves, but not in a direction that one could know', () => {
    expect(facts.sizesAutocorrelation['5 min, lag 1']).toBeGreaterThan(0.08);
    expect(facts.sizesAutocorrelation['5 min, lag 6']).toBeGreaterThan(0.04);
    for (const value of Object.values(facts.returnsAutocorrelation)) expect(Math.abs(value)).toBeLessThan(0.1);
  });

  test('shares of one sector move together more than others', () => {
    expect(facts.correlationAcross).toBeGreaterThan(0.1);
    expect(facts.correlationWithin).toBeGreaterThan(facts.correlationAcross + 0.08);
  });

  test('days and nights move prices as the universe says, and a day trades about its usual volume', () => {
    expect(facts.dailyDeviation).toBeGreaterThan(0.7);
    expect(facts.dailyDeviation).toBeLessThan(1.3);
    expect(facts.gapDeviation).toBeGreaterThan(0.3);
    expect(facts.gapDeviation).toBeLessThan(0.8);
    expect(facts.volumeOfDay).toBeGreaterThan(0.75);
    expect(facts.volumeOfDay).toBeLessThan(1.25);
    expect(facts.openingVolume).toBeLessThan(facts.closingVolume);
    expect(facts.closingVolume).toBeLessThan(0.15);
  });

  test('neither going with a move nor against it earns anything, at the quotes alone or after charges', () => {
    for (const rule of facts.rules) {
      expect(rule.trades).toBeGreaterThan(50);
      expect(rule.afterCharges, `${rule.kind} ${rule.lookback}`).toBeLessThan(-5);
    }
  });

  test('every fact is shown with what is known of it, and whether it is so here', () => {
    const listing = { demandHundredths: 455, issuePrice: 100, bid: 103, ask: 104, lastBid: 103, turnover: 0.4 };
    const fund = { code: 'KHARAFIFTY', spreadBps: 3, near: 1, far: 10, trackingBps: 8 };
    const universe = readUniverse();
    const history = historyFacts(universe, 1n);
    const lines = showFacts(facts, { history, listings: [listing], funds: [fund] });
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) expect(line.split('|')).toHaveLength(6);
    expect(lines.join('\n')).not.toContain('undefined');
  });
});

describe('the statistics', () => {
  test('are those of the textbook', () => {
    expect(kurtosis([1, -1, 1, -1])).toBe(1);
    expect(kurtosis([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 0])).toBe(6);
    expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
    expect(autocorrelation([[1, -1, 1, -1, 1]], 1)).toBeCloseTo(-1, 12);
    expect(autocorrelation([[1, -1, 1, -1, 1]], 2)).toBeCloseTo(1, 12);
    expect(median([3, 1, 2])).toBe(2);
  });
});
