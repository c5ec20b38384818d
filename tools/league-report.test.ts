import { describe, expect, it } from 'vitest';
import { reportLeague } from './league/report.ts';
import type { Run } from './league/run.ts';
import { countAbove, type Entry, isBetter, summarize } from './league/summary.ts';

const CASH = 1_000_000;

/** A run that came to a change in per cent of the money put in. */
const run = (percent: number, stopped?: string): Run => ({
  equity: [CASH, CASH * (1 + percent / 100)],
  worstDay: Math.min(0, percent / 100),
  orders: 0,
  refused: 0,
  fills: [],
  charges: 0,
  hash: 'a',
  ...(stopped !== undefined && { stopped }),
});
const CRASH = 'stopped on day 1: it ended with status 3';
const twin: Entry = { name: 'buy_and_hold', runs: [run(-4), run(-2)] };
const crashed: Entry = { name: 'crashed.py', runs: [run(0, CRASH), run(0, CRASH)] };
/** Below its twin on the seed that it played; what it had when it was stopped is above. */
const half: Entry = { name: 'half.py', runs: [run(0, CRASH), run(-3)] };
const whole: Entry = { name: 'whole.py', runs: [run(-3), run(-1)] };

const report = (programs: readonly Entry[]): string =>
  reportLeague({
    version: 'khara/bench/1',
    days: 1,
    shares: 1,
    cash: CASH,
    sealed: { sealed: '2026-11-28', seeds: ['0'.repeat(32), '1'.repeat(32)] },
    sealedText: '{}\n',
    twin,
    programs,
    runHash: 'f'.repeat(64),
    comparison: undefined,
    command: 'npm run league',
    commit: 'c0ffee',
    now: Date.parse('2026-11-29T10:00:00Z'),
  });
/** Cells of each row that a program has, by table. */
const rowsOf = (page: string, name: string): readonly (readonly string[])[] =>
  page
    .split(/<\/?tr>/)
    .filter((row) => row.includes(`<code>${name}</code>`) && row.includes('scope="row"'))
    .map((row) => [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, '')));

describe('a run that was stopped', () => {
  it('is no result: not above its twin, and in no median', () => {
    expect([countAbove(crashed, twin), countAbove(half, twin), countAbove(whole, twin)]).toEqual([0, 0, 2]);
    expect([isBetter(crashed, twin), isBetter(half, twin), isBetter(whole, twin)]).toEqual([undefined, false, true]);
    expect(summarize(crashed)).toMatchObject({ result: undefined, played: 0, stopped: { count: 2 } });
    const { result, played } = summarize(half);
    expect(played).toBe(1);
    expect([result!.median, result!.lowest, result!.highest].map((value) => value.toFixed(2))).toEqual(
      Array.from({ length: 3 }, () => '-3.00'),
    );
  });

  it('leaves dashes where a program played no seed, and says of how many seeds a result is', () => {
    const page = report([crashed, half, whole]);
    expect(page).toContain('In the median of seeds played 1 of 2 did better than buying and keeping.');
    expect(page).toContain('1 program played no seed to the end');
    const [results, costs] = rowsOf(page, 'crashed.py');
    expect(results).toEqual(['–', '–', '–', '–', '0', '0', '–']);
    expect(costs).toEqual(['', '–', '–', '–', '–']);
    expect(rowsOf(page, 'half.py')[0]).toEqual([
      '−3.00%',
      '−3.00% to −3.00%',
      '−3.00%',
      '0 of 1 played',
      '0',
      '0',
      '–',
    ]);
    expect(page).toContain('<figcaption><code>crashed.py</code> <b>–</b>');
    expect(page).toContain('aria-label="crashed.py: –, stopped on every seed"');
    expect(page).toContain('aria-label="half.py: median −3.00 %, lowest −3.00 %, on 1 of 2 seeds"');
    const seeds = page.slice(page.indexOf('<h2>Every seed'), page.indexOf('<h2>First fills'));
    const cells = [...seeds.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, ''));
    // By seed, then the median: buy_and_hold, crashed, half, whole.
    expect(cells).toEqual(
      [
        ['−4.00%', '–', '–', '−3.00%'],
        ['−2.00%', '–', '−3.00%', '−1.00%'],
        ['−3.00%', '–', '−3.00%', '−2.00%'],
      ].flat(),
    );
  });

  it('is not spoken of where all played to the end', () => {
    const page = report([whole]);
    expect(page).toContain('In the median 1 of 1 did better than buying and keeping.');
    expect(page).not.toContain('played to the end');
    expect(page).toContain('2 of 2</td>');
  });
});

describe('the page of a league', () => {
  it('says what to check out, and claims no more than was done', () => {
    const page = report([whole]);
    expect(page).toContain('git checkout c0ffee &amp;&amp; npm ci');
    expect(page).toContain('None was told them');
    expect(page).toContain('The chosen seed is drawn strong');
  });
});
