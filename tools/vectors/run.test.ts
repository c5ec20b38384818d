import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runVectors } from './run.ts';

const folder = new URL('../../vectors/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** Cases in each file: a file that loses cases, or a new one that does not run, is noticed. */
const CASES: Readonly<Record<string, number>> = {
  'accounts.json': 18,
  'auction.json': 9,
  'bands.json': 46,
  'calendar.json': 30,
  'capital_gains.json': 18,
  'charges.json': 46,
  'corporate_actions.json': 33,
  'draw.json': 54,
  'funds.json': 35,
  'identifiers.json': 51,
  'indicators.json': 15,
  'ipo_lottery.json': 23,
  'margins.json': 36,
  'netting.json': 18,
  'orders.json': 44,
  'placements.json': 16,
  'series.json': 10,
  'session_clock.json': 42,
  'surveillance.json': 49,
  'ticks.json': 32,
};

describe('the vectors of the rule book', () => {
  it.each(Object.entries(CASES))('%s: all %i cases hold', (name, count) => {
    const results = runVectors(read(name));
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(count);
  });
});

const file = (...cases: object[]): unknown => ({ schema: 'ticks/1', cases });

describe('the runner itself', () => {
  const tick = { id: 't', kind: 'tick_for_reference', reference_close: 24_999, date: '2026-11-18' };

  it('fails a case whose answer is another', () => {
    expect(runVectors(file({ ...tick, expect: { tick: 5 } }))).toEqual([
      { id: 't', passed: false, expected: '{"tick":5}', actual: '{"tick":1}' },
    ]);
  });

  it('fails a case that expects what the product does not say', () => {
    expect(runVectors(file({ ...tick, expect: { tick: 1, more: 2 } }))[0]?.passed).toBe(false);
  });

  it('fails a case of an unknown kind or without its input, and says which', () => {
    const [unknown, broken] = runVectors(
      file({ ...tick, kind: 'toString', expect: {} }, { ...tick, date: 'soon', expect: { tick: 1 } }),
    );
    expect(unknown).toMatchObject({ passed: false, actual: '"error: unknown kind toString"' });
    expect(broken?.passed).toBe(false);
    expect(broken?.actual).toMatch(/date/);
  });

  it('takes no file of another shape or schema', () => {
    expect(() => runVectors({ schema: 'tea/1', cases: [] })).toThrow('unknown schema tea/1');
    expect(() => runVectors([])).toThrow(/not a file of vectors/);
  });

  it.each(readdirSync(folder))('knows of %s', (name) => expect(Object.keys(CASES)).toContain(name));
});
