import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './league/run-program.ts';

const LEAGUE = path.join(import.meta.dirname, 'league.ts');
const run = promisify(execFile);

/** A program in any language: it reads a line for each that it writes. `decide` answers the actions of a step. */
const program = (decide: string): string => `
import { createInterface } from 'node:readline';
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const ask = async (request) => {
  console.log(JSON.stringify(request));
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return JSON.parse(value);
};
await ask({ make: { agents: ['agent'], shares: 500, seed: 'mine' } });
let answer = await ask({ reset: { seed: 'mine' } });
for (let at = 0; ; at += 1) {
  const seen = answer.agents.agent.observation;
  answer = await ask({ step: { agent: await (${decide})(at, seen) }, steps: 200 });
}
`;
const BUYS = `(at) => at === 1 ? [{ code: 'AAMRAI', side: 'buy', quantity: 100, type: 'market', product: 'delivery' }] : []`;
const CRASHES = `(at) => { if (at === 2) throw new TypeError('no such price'); return []; }`;

describe('a league', () => {
  let directory: string;
  let sealed: string;
  let printed: string;
  const at = (name: string): string => path.join(directory, name);
  const league = (...words: readonly string[]) => run(process.execPath, [LEAGUE, ...words], { cwd: directory });
  const play = (out: string, ...more: readonly string[]) =>
    league(at('bots'), '--seeds', sealed, '--days', '2', '--shares', '2', '--out', at(out), ...more);

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'khara-league-'));
    mkdirSync(at('bots'));
    writeFileSync(at('bots/buys.mjs'), program(BUYS));
    writeFileSync(at('bots/crashes.mjs'), program(CRASHES));
    sealed = at('t.sealed');
    ({ stdout: printed } = await league('seal', '--count', '2', '--out', sealed));
    await play('first.html');
  }, 240_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('seals its seeds by the hash of their file, and draws others each time', async () => {
    expect(printed.split(' ')[0]).toBe(hash('sha256', readFileSync(sealed)));
    const { seeds } = JSON.parse(readFileSync(sealed, 'utf8')) as { seeds: readonly string[] };
    expect(new Set(seeds).size).toBe(2);
    await expect(league('seal', '--out', sealed)).rejects.toThrow('is there already');
  });

  it('goes on when a program crashes, and says on which day and why', () => {
    const page = readFileSync(at('first.html'), 'utf8');
    expect(page).toContain('2 of 2 seeds: stopped on day 1: TypeError: no such price');
    expect(page).toContain('Bought 100 AAMRAI');
    expect(page).toContain('buy_and_hold');
  });

  it('ends a program that hangs or writes what is no request, with its orders, and plays the day on', async () => {
    const seed = { days: 1, shares: 1, cash: 10_00_000_00, seed: 'a hang', from: 'opening' } as const;
    const bid = `[{ code: 'AAMRAI', side: 'buy', quantity: 9, type: 'limit', price: seen.quote.AAMRAI.lower, product: 'delivery' }]`;
    const hangs = `async (at, seen) => { if (at === 1) await new Promise((resolve) => setTimeout(resolve, 60_000)); console.log('null'); await lines.next(); return ${bid}; }`;
    writeFileSync(at('hangs.mjs'), program(hangs));
    const { stopped, orders, equity, fills } = await runProgram(at('hangs.mjs'), seed, 8_000);
    expect(stopped).toBe('stopped on day 1: no word for 8 s');
    expect([orders, fills.length]).toEqual([1, 0]);
    expect(equity.length).toBeGreaterThan(10);
  }, 60_000);

  it('writes one page without requests, of at most 300 kB, with the hash and each seed', () => {
    const page = readFileSync(at('first.html'), 'utf8');
    expect(page.length).toBeLessThan(300_000);
    expect(page).not.toMatch(/(src|href)=|https?:|url\(/);
    const { seeds } = JSON.parse(readFileSync(sealed, 'utf8')) as { seeds: readonly string[] };
    for (const text of [...seeds, hash('sha256', readFileSync(sealed))]) expect(page).toContain(text);
  });

  it('comes out the same again, and says so where it does not', async () => {
    const runHash = /Hash of all runs<\/th><td><code>([0-9a-f]{64})/.exec(readFileSync(at('first.html'), 'utf8'))![1]!;
    await play('again.html', '--check', runHash);
    expect(readFileSync(at('again.html'), 'utf8')).toContain('played before, byte for byte the same');
    await expect(play('other.html', '--check', 'f'.repeat(64))).rejects.toThrow('differs');
    expect(readFileSync(at('other.html'), 'utf8')).toContain('Not reproduced');
  }, 240_000);
});
