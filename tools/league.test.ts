import { execFile, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBots } from './league/bots.ts';
import { runProgram } from './league/run-program.ts';
import { splitCosts } from './league/run.ts';
import { withUndisturbed } from './league/undisturbed.ts';

const RUN_PROGRAM = path.join(import.meta.dirname, 'league/run-program.ts');
const BOTS = path.join(import.meta.dirname, 'league/bots.ts');
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

const hasPython = spawnSync('python3', ['--version']).status === 0;
const GYM = path.join(import.meta.dirname, '../examples/python/khara_gym');
/** An agent by Gymnasium's interface that knows nothing of leagues. */
const GYM_AGENT = `
import sys
sys.path.insert(0, ${JSON.stringify(GYM)})
from khara_gym import KharaEnv
env = KharaEnv(shares=3, seed="mine", steps_per_action=200)
env.reset(seed=7)
print("what it prints is no request")
for at in range(1000):
    env.step([1, 1] if at == 0 else [0, 0])
`;

/** What a row of fills.csv is, by the names of its columns. */
function readTable(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...rows] = text.trim().split('\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((value, at) => [names[at]!, value])));
}

const MARKET = {
  shares: 1,
  cash: 10_00_000_00,
  start: '2026-11-23',
  from: 'opening',
  days: 1,
  seed: 'a test',
} as const;

/** A day of a few steps. */
const SHORT = { ...MARKET, daySeconds: 30 };

describe('a program of a league', () => {
  let directory: string;
  beforeAll(() => (directory = mkdtempSync(path.join(tmpdir(), 'khara-league-program-'))));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** A program of a shell, or of Node where its text is that of `program`. */
  const write = (name: string, text: string): string => {
    const file = path.join(directory, name);
    writeFileSync(file, text);
    return file;
  };
  const playShell = async (text: string, silentMs?: number): Promise<string | undefined> => {
    const [shell] = listBots([write('bot.sh', text)]);
    return (await runProgram(shell!, SHORT, silentMs)).stopped;
  };

  it.each([
    ['hangs', 'sleep 1000; true', 'no word for 2 s'],
    ['goes on after it', 'sleep 1000 &\nexit 3', 'it ended with status 3'],
  ])('ends with a child that %s, and the league says why', async (_, text, why) => {
    expect(await playShell(text, 2_000)).toBe(`stopped on day 1: ${why}`);
  });

  it('ends where it reads none of its answers', async () => {
    const [writes] = listBots([write('writes.sh', `yes '{"step":{}}'`)]);
    expect((await runProgram(writes!, MARKET, 2_000)).stopped).toBe('stopped on day 1: no answer read for 2 s');
  });

  it('keeps nothing of the league when it has played, though its child lives on', async () => {
    const starts = `(at) => { if (at === 0) spawn('sleep', ['1000'], { stdio: 'inherit' }); return []; }`;
    const bot = write('parent.mjs', `import { spawn } from 'node:child_process';${program(starts)}`);
    const script = `
import { listBots } from ${JSON.stringify(BOTS)};
import { runProgram } from ${JSON.stringify(RUN_PROGRAM)};
const { stopped = 'to the end' } = await runProgram(listBots([${JSON.stringify(bot)}])[0], ${JSON.stringify(SHORT)});
console.log(stopped);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toBe('to the end\n');
  });

  it.each([
    ['what is no request', 'no request', '; its last line was no request'],
    ['its one episode', '{"reset":{"seed":[]}}', ''],
  ])('is ended when it asks for %s for ever', async (_, line, more) => {
    const why = `stopped on day 1: 1,000 answers, and no market time passed${more}`;
    expect(await playShell(`while true; do echo '${line}'; done`)).toBe(why);
  });

  it('is ended by a line that does not end', async () => {
    const why = 'stopped on day 1: a line of more than 10,00,000 characters';
    expect(await playShell("tr '\\0' x < /dev/zero")).toBe(why);
  });

  it.each([
    ['echo hello', 'it ended by itself; its last line was no request'],
    ['printf hello', 'it ended by itself; its last line was no request'],
    [`echo '{"reset":{}}'; read answer`, 'it ended by itself'],
  ])('that is %j stops, and the league says what its last line was', async (text, why) => {
    expect(await playShell(text)).toBe(`stopped on day 1: ${why}`);
  });
});

describe('a league', () => {
  let directory: string;
  let sealed: string;
  let printed: string;
  const at = (name: string): string => path.join(directory, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  const league = (...words: readonly string[]) => run(process.execPath, [LEAGUE, ...words], { cwd: directory });
  const play = (out: string, ...more: readonly string[]) =>
    league(at('bots'), '--seeds', sealed, '--days', '1', '--shares', '2', '--out', at(out), ...more);
  const bot = (name: string, decide: string) => {
    writeFileSync(at(name), program(decide));
    return listBots([at(name)])[0]!;
  };

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'khara-league-'));
    mkdirSync(at('bots/crashes'), { recursive: true });
    writeFileSync(at('bots/buys.mjs'), program(BUYS));
    writeFileSync(at('bots/crashes/bot.mjs'), program(CRASHES));
    writeFileSync(
      at('bots/crashes/bot.json'),
      JSON.stringify({ run: [process.execPath, 'bot.mjs'], about: 'fails on purpose' }),
    );
    sealed = at('t.sealed');
    ({ stdout: printed } = await league('seal', '--count', '2', '--out', sealed));
    await play('first');
  }, 240_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('seals its seeds by the hash of their file, and draws others each time', async () => {
    expect(printed.split(' ')[0]).toBe(hash('sha256', readFileSync(sealed)));
    const { seeds } = JSON.parse(readFileSync(sealed, 'utf8')) as { seeds: readonly string[] };
    expect(new Set(seeds).size).toBe(2);
    await expect(league('seal', '--out', sealed)).rejects.toThrow('is there already');
  });

  it.each([
    ['--opens', '2026-13-45', 'opens is a date'],
    ['--opens', '2020-01-01', '2020-01-01 has passed'],
    ['--count', '0', 'count is a whole number'],
  ])('seals none where %s is %s', async (option, value, why) => {
    await expect(league('seal', '--out', at('none.sealed'), option, value)).rejects.toThrow(why);
  });

  it.each([
    ['no JSON'],
    ['{}'],
    ['{"sealed":"2026-11-30","seeds":[]}'],
    ['{"sealed":"2026-11-30","seeds":[5]}'],
    ['{"sealed":"2026-11-30","seeds":["lucky"]}'],
    [`{"sealed":"2026-11-30","opens":"2026-11-29","seeds":["${'0'.repeat(32)}"]}`],
  ])('refuses a file of seeds that holds %s', async (text) => {
    writeFileSync(at('wrong.sealed'), text);
    await expect(league(at('bots'), '--seeds', at('wrong.sealed'))).rejects.toThrow('is no file of sealed seeds');
  });

  it.each([[''], ['deadbee'], ['nowhere']])('refuses to compare with %j, before it plays', async (named) => {
    await expect(play('none', '--check', named)).rejects.toThrow('is no hash of a run');
  });

  it('says with which status a program ended that named no error', async () => {
    writeFileSync(at('exits.sh'), 'exit 3');
    const { stopped } = await runProgram(listBots([at('exits.sh')])[0]!, MARKET);
    expect(stopped).toBe('stopped on day 1: it ended with status 3');
  });

  it('goes on when a program crashes, and says on which day and why', () => {
    const page = read('first/report.html');
    expect(page).toContain('2 of 2 seeds: stopped on day 1: TypeError: no such price');
    expect(page).toContain('fails on purpose');
    expect(page).toContain('<h1>League: 2 programs, 2 sealed seeds, 1 market day</h1>');
    expect(page).toMatch(/Bought \d+ AAMRAI/); // the seeds are drawn, and with them in how many parts it is filled
    expect(page).toContain('buy_and_hold');
  });

  it('ends a program that hangs or writes what is no request, with its orders, and plays the day on', async () => {
    const bid = `[{ code: 'AAMRAI', side: 'buy', quantity: 9, type: 'limit', price: seen.quote.AAMRAI.lower, product: 'delivery' }]`;
    const hangs = bot(
      'hangs.mjs',
      `async (at, seen) => { if (at === 1) await new Promise((resolve) => setTimeout(resolve, 60_000)); console.log('null'); await lines.next(); return ${bid}; }`,
    );
    const { stopped, orders, equity, fills } = await runProgram(hangs, MARKET, 8_000);
    expect(stopped).toBe('stopped on day 1: no word for 8 s');
    expect([orders, fills.length]).toEqual([1, 0]);
    expect(equity).toHaveLength(1 + 15);
  }, 240_000);

  it.skipIf(!hasPython)(
    'lets an environment of khara_gym play as it is',
    async () => {
      writeFileSync(at('gym_agent.py'), GYM_AGENT);
      const { stopped, orders, fills } = await runProgram(listBots([at('gym_agent.py')])[0]!, MARKET);
      expect(stopped).toBeUndefined();
      expect(orders).toBe(1);
      expect(fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
    },
    240_000,
  );

  it('answers a line that asks for nothing, and lets no time pass', async () => {
    const asks = bot(
      'asks.mjs',
      `async () => { const { error } = await ask({}); if (error.reason !== 'request_invalid') throw new Error('time passed'); return []; }`,
    );
    expect((await runProgram(asks, MARKET)).stopped).toBeUndefined();
  }, 240_000);

  it('writes one page without requests, of at most 300 kB, with the hash and each seed', () => {
    const page = read('first/report.html');
    expect(page.length).toBeLessThan(300_000);
    expect(page.replaceAll(/<a href="(equity|fills)\.csv">/g, '')).not.toMatch(/(src|href)=|https?:|url\(/);
    const { seeds } = JSON.parse(readFileSync(sealed, 'utf8')) as { seeds: readonly string[] };
    for (const text of [...seeds, hash('sha256', readFileSync(sealed))]) expect(page).toContain(text);
  });

  it('writes each fill and each half hour beside the page', () => {
    const equity = readTable(read('first/equity.csv'));
    expect(equity).toHaveLength(3 * 2 * (1 + 15));
    expect(equity[0]).toMatchObject({ program: 'buy_and_hold', seed: '1', day: '1', net_value: '1000000.00' });
    const fills = readTable(read('first/fills.csv')).filter((row) => row['program'] === 'buys.mjs');
    expect(fills.reduce((sum, row) => sum + Number(row['quantity']), 0)).toBe(2 * 100);
    for (const row of fills) expect(row).toMatchObject({ how: 'took', side: 'buy', rested_seconds: '' });
    // It took the best price at first: half a spread from the middle.
    expect(Number(fills[0]!['from_middle'])).toBeGreaterThan(0);
  });

  it('comes out the same again, and says at which fill where it does not', async () => {
    const runHash = /Hash of all runs<\/th><td><code>([0-9a-f]{64})/.exec(read('first/report.html'))![1]!;
    await play('again', '--check', runHash);
    expect(read('again/report.html')).toContain('twice played, byte for byte the same');
    expect(read('again/fills.csv')).toBe(read('first/fills.csv'));
    const [head, first, ...rows] = read('first/fills.csv').split('\n');
    writeFileSync(
      at('first/fills.csv'),
      [head, first, rows[0]!.replace('took', 'rested'), ...rows.slice(1)].join('\n'),
    );
    writeFileSync(at('first/report.html'), read('first/report.html').replaceAll(runHash, 'f'.repeat(64)));
    await expect(play('other', '--check', at('first'))).rejects.toThrow('Second run differs at fill 2.');
    const page = read('other/report.html');
    expect(page).toContain('Not reproduced. Second run differs at fill 2.');
    expect(page).not.toContain('class="good"');
  }, 900_000);

  it('keeps seeds back until the day on which they are opened', async () => {
    const later = at('later.sealed');
    await league('seal', '--count', '1', '--opens', '2999-01-02', '--out', later);
    await league(at('bots/buys.mjs'), '--seeds', later, '--days', '1', '--shares', '1', '--out', at('later'));
    const page = read('later/report.html');
    const [seed] = (JSON.parse(readFileSync(later, 'utf8')) as { seeds: readonly string[] }).seeds;
    expect(page).not.toContain(seed);
    expect(page).toContain('Opens 2 Jan 2999');
    expect(page).toContain(hash('sha256', readFileSync(later)));
  }, 240_000);

  it.each([
    ['{}', 'run is a list of words'],
    ['no JSON', 'it is no JSON'],
    ['{"run":["sh"],"speaks":"fix"}', 'speaks is lines or kite'],
    ['{"run":["sh"],"stepsPerSecond":5}', 'stepsPerSecond is a whole number'],
  ])('refuses the manifest %s', (manifest, why) => {
    mkdirSync(at('wrong'), { recursive: true });
    writeFileSync(at('wrong/bot.json'), manifest);
    expect(() => listBots([at('wrong')])).toThrow(why);
  });

  it('counts as impact what the same market is without the orders, and as spread what they met', async () => {
    const buys = bot(
      'large.mjs',
      `(at) => at === 1 ? [{ code: 'AAMRAI', side: 'buy', quantity: 700, type: 'market', product: 'delivery' }] : []`,
    );
    const played = await runProgram(buys, MARKET);
    const [counted] = withUndisturbed(MARKET, [played]);
    const { spread, impact } = splitCosts(counted!);
    const [{ touch, without, ahead } = {}] = counted!.fills;
    // Nothing of it came before its first order, so the market that it met is the undisturbed one.
    expect(without).toBe((touch!.bid + touch!.ask) / 2);
    expect(ahead).toBeUndefined();
    expect(spread).toBe((700 * (touch!.ask - touch!.bid)) / 2);
    const paid = counted!.fills.reduce((sum, { price, quantity }) => sum + quantity * price, 0);
    expect(spread + impact).toBe(paid - 700 * without!);
    expect(impact).toBeGreaterThan(0);
  }, 240_000);

  it('says of an order that rested how long and behind how many, and that it earned of the spread', async () => {
    const waits = bot(
      'waits.mjs',
      `(at, seen) => at === 1 ? [{ code: 'AAMRAI', side: 'buy', quantity: 10, type: 'limit', price: seen.book.AAMRAI.bids[0][0], product: 'delivery' }] : []`,
    );
    const [{ how, restedSeconds, ahead, touch, price } = {}] = (await runProgram(waits, MARKET)).fills;
    expect(how).toBe('rested');
    expect(ahead).toBeGreaterThan(0);
    expect(restedSeconds).toBeGreaterThan(0);
    expect(price).toBeLessThan((touch!.bid + touch!.ask) / 2);
  }, 240_000);
});
