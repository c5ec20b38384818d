import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const FOLDER = join(import.meta.dirname, '../../../examples/python/khara_gym');

/** Runs Python in the folder of its package, with the Node that runs this. */
function python(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const env = { ...process.env, KHARA_NODE: process.execPath, PYTHONDONTWRITEBYTECODE: '1' };
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd: FOLDER, env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

describe.skipIf(!hasPython)('the package for Python', () => {
  it('keeps what Gymnasium and PettingZoo ask of an environment', () => {
    const { status, said } = python('-m', 'unittest', 'discover', '-s', 'tests');
    expect(status, said).toBe(0);
    expect(said).toMatch(/Ran \d\d tests/);
  });

  it.each(['random_agent', 'moving_average', 'avellaneda_stoikov'])('plays %s beside buying and holding', (name) => {
    const { status, said } = python(`examples/${name}.py`);
    expect(status, said).toBe(0);
    const lines = said.split('\n').filter((line) => line.includes('buy and hold'));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/ [1-9]\d* orders, [1-9]\d* fills, \d+ refused {2}[0-9a-f]{12}$/);
  });
});
