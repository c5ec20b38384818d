import { drawResults } from '@khara/exchange';
import { createHistory, historyDays } from '@khara/history';
import { daySeed, historySeed } from '@khara/market-day';
import { resultsDay } from '@khara/rules';
import { readUniverse } from '@khara/universe/node';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { createEnvOf } from './env.ts';

const universe = readUniverse();
/** A company that publishes the quarter to December on the first day. */
const [CODE, RESULTS] = ['DONGAREM', '2027-01-12'] as const;
const OPTIONS = {
  shares: [CODE, 'AAMRAI', 'ACHALGARH'],
  days: 2,
  daySeconds: 30,
  seed: 'a test',
  start: RESULTS,
} as const;

describe('companies of an episode', () => {
  it('publish a quarter on the day after its results, by what the day drew, and what they expect to come', () => {
    const env = createEnvOf(universe, OPTIONS);
    env.reset();
    const before = env.company(CODE);
    expect(before.next).toMatchObject({ quarter: '2026-12-31', on: RESULTS });
    env.step([], { steps: 100_000 }); // to the end
    const after = env.company(CODE);
    expect(after.quarters.slice(0, -1)).toEqual(before.quarters);
    const { quarter, publishedOn, profitAndLoss, expected } = after.quarters.at(-1)!;
    expect([quarter, publishedOn]).toEqual(['2026-12-31', RESULTS]);
    expect(expected.profit).toBe(before.next.expected);
    const { surprise } = drawResults(daySeed(utf8ToBytes('a test'), 0, RESULTS), 0, CODE);
    expect(Math.sign(profitAndLoss.profit - expected.profit)).toBe(Math.sign(surprise));
  });

  it('have the accounts of a server with the same seed, and nothing that is not published', () => {
    const env = createEnvOf(universe, OPTIONS);
    env.reset();
    const issuer = universe.issuers.find(({ code }) => code === CODE)!;
    const seed = historySeed(utf8ToBytes('a test'), RESULTS);
    const history = createHistory({ seed, days: historyDays(RESULTS), issuers: [], indices: [] });
    const published = history
      .accounts(issuer)
      .map(({ outlook: _, notes: __, ...of }) => ({ ...of, publishedOn: resultsDay(CODE, of.quarter) }));
    expect(env.company(CODE).quarters).toEqual(published);
    expect(JSON.stringify(env.company(CODE))).not.toContain('outlook');
  });

  it('are found by conditions at their last price, and what cannot be read is said', () => {
    const env = createEnvOf(universe, { ...OPTIONS, shares: 100, days: 1 });
    expect(() => env.screen()).toThrow(expect.objectContaining({ reason: 'episode_over' }));
    env.reset();
    const all = env.screen();
    expect(all).toMatchObject({ total: 100, unknown: {} });
    const codes = all.list.map(({ code }) => code);
    expect(codes).toEqual(codes.toSorted());
    const cheap = env.screen('pe=5-20&debt=-0.5');
    const meets = all.list.filter(
      ({ pe, debtToEquity }) => pe !== null && pe >= 500 && pe <= 2_000 && debtToEquity !== null && debtToEquity <= 50,
    );
    expect(cheap.list).toEqual(meets);
    expect(cheap.list.length).toBeGreaterThan(0);
    expect(cheap.unknown['pe'] ?? 0).toBe(all.list.filter(({ pe }) => pe === null).length);
    for (const { code, ...share } of all.list.slice(0, 5)) {
      const { marketValue, eps } = env.company(code).ratios;
      expect(share.marketValue).toBe(marketValue);
      if (share.pe !== null) expect(share.pe / 100).toBeCloseTo(share.price / eps, 1);
    }
    expect(() => env.screen('pe=20-5')).toThrow(expect.objectContaining({ reason: 'conditions_invalid' }));
    expect(() => env.company('KHARAFIFTY')).toThrow(expect.objectContaining({ reason: 'unknown_code' }));
  });

  it('let no market time pass, and change no hash', () => {
    const [asked, other] = [createEnvOf(universe, OPTIONS), createEnvOf(universe, OPTIONS)];
    asked.reset();
    other.reset();
    asked.company(CODE);
    asked.screen('pe=-20');
    expect(asked.step().info.hash).toBe(other.step().info.hash);
  });
});
