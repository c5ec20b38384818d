import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'khara-turn-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lets one work after the other, also after one that fails', async () => {
  const lock = join(folder, 'new', 'lock');
  const said: string[] = [];
  const work = (name: string) => async () => {
    said.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    said.push(`${name} ends`);
    if (name === 'a') throw new Error('no');
    return name;
  };
  const [first, second] = await Promise.allSettled([inTurn(lock, work('a')), inTurn(lock, work('b'))]);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'b' }]);
  expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(readdirSync(join(folder, 'new'))).toEqual([]);
});

it('does not wait for a process that ended without saying so', async () => {
  const lock = join(folder, 'lock');
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(lock, String(pid));
  expect(await inTurn(lock, async () => 'built')).toBe('built');
});
