import { describe, expect, test } from 'vitest';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { fundFacts, fundStrategies, liveFunds } from './fund-trades.ts';
import { mayEarn } from './strategy.ts';

const all = readUniverse();
/** The fund of fifty shares with these alone, so that it is quick. */
const index = all.indices.find(({ code }) => code === 'KHARA50')!;
const issuers = all.issuers.filter(
  (issuer) => index.constituents.includes(issuer.code) || (isFund(issuer) && issuer.fund.index === index.code),
);
const lived = liveFunds({ issuers, indices: [index], offerings: [] }, { days: 5, seed: 11n });

describe('a fund', () => {
  test('is quoted near the value of its units, and follows them from day to day', () => {
    const [facts] = fundFacts(lived);
    expect(facts!.spreadBps).toBeLessThan(10);
    expect(facts!.near).toBeLessThan(5);
    expect(facts!.far).toBeLessThan(40);
    expect(facts!.trackingBps).toBeLessThan(25);
  });

  test('earns nothing against its basket, nor after moves of its index', () => {
    const strategies = fundStrategies(lived);
    const often = strategies.filter(({ trips }) => trips > 40);
    expect(often.length).toBeGreaterThan(5);
    expect(often.filter(mayEarn)).toEqual([]);
    // Its price leaves the value while its shares collect for their close, a few times a day: chance, and no gain.
    const against = strategies.find(({ settings }) => settings.startsWith('against'));
    expect(against!.meanBps - 2 * against!.standardError).toBeLessThan(0);
  });
});
