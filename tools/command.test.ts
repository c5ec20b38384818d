import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './tidy/source-file.ts';

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Runs a script of package.json as npm does, with the Node that runs this test. */
function run(name: string, ...args: string[]) {
  const [node, file = ''] = scripts[name]?.split(' ') ?? [];
  expect(node).toBe('node');
  return spawnSync(process.execPath, [file, ...args], { cwd: ROOT, encoding: 'utf8' });
}

describe.each([
  'verify',
  'verify-draw',
  'replay-day',
  'fingerprint',
  'rotate-key',
  'rotate-vault-key',
  'sim',
  'vectors',
  'market-facts',
  'dataset',
  'record-day',
  'demo-account',
  'site',
  'release',
])('npm run %s', (name) => {
  it('says with --help how to call it and what it does', () => {
    const { status, stdout, stderr } = run(name, '--help');
    expect(stdout).toMatch(new RegExp(`^npm run ${name}\\b.*\\n\\n\\w`));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('commands', () => {
  it.each([
    ['vectors', ['--nonsense'], "Unknown option '--nonsense'"],
    ['vectors', [], 'An argument is missing'],
    ['rotate-key', ['one', 'two'], "Unknown argument 'two'"],
    ['market-facts', ['few'], 'Days and seed are whole numbers'],
    ['fingerprint', ['here'], 'here is no address with https: or http:'],
    ['sim', ['--plant', 'tree'], '--plant takes balance, line'],
  ])('%s says what is wrong with %j', (name, args, why) => {
    const { status, stderr } = run(name, ...args);
    expect(stderr).toContain(why);
    expect(stderr).toContain(`Usage:\nnpm run ${name}`);
    expect(status).toBe(1);
  });

  it.each([
    ['replay-day', ['no-such.jsonl']],
    ['verify-draw', ['no-such.json']],
  ])('%s says in a line that %j cannot be read', (name, args) => {
    const { status, stderr } = run(name, ...args);
    expect(stderr).toMatch(/^[^\n]*cannot be read: [^\n]*\n$/);
    expect(status).toBe(1);
  });
});
