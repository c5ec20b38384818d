import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDirectory } from '../../apps/server/src/adapters/directory-lock.ts';
import { CONFIG_VARIABLES } from '../../apps/server/src/config.ts';
import { helpText } from './help.ts';
import { whyInUse } from './in-use.ts';
import { drawBar, startProgress } from './progress.ts';

const cellsIn = (text: string): number => [...text].filter((cell) => cell === '█').length;

describe('npm start -- --help', () => {
  it('lists each variable that the server reads, in lines of at most 100 columns', () => {
    const text = helpText();
    const words = new Set(text.split(/[^A-Z0-9_]+/));
    expect(CONFIG_VARIABLES.filter((name) => !words.has(name))).toEqual([]);
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('gives the default and the meaning of a variable', () => {
    const table =
      '## Server\n\n| variable | default | meaning |\n|---|---|---|\n| PORT | 8080 | where *it* is [served](x.md), as `/pages/*` |\n';
    expect(helpText(table)).toContain('  PORT                      where it is served, as /pages/* [8080]');
  });
});

describe('a start on a directory in use', () => {
  it('is refused before anything is built, and goes on once the directory is free', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'khara-in-use-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const lock = await lockDirectory(directory);
    const why = () => whyInUse({ DATA_DIR: path.basename(directory) }, path.dirname(directory));
    expect(await why()).toBe(
      `${directory} is in use by another Khara server. Stop that one, or set DATA_DIR to another directory.`,
    );
    await lock.release();
    expect(await why()).toBeUndefined();
  });
});

describe('the progress of a start', () => {
  it('is a bar whose filled part grows with what is done', () => {
    const filled = [-1, 0, 0.5, 1, 2].map((done) => cellsIn(drawBar('Building', done, 3)));
    expect(filled).toEqual([0, 0, 12, 24, 24]);
    expect(drawBar('Building', 0.5, 3)).toMatch(/^Building .* 3 s$/);
  });

  it('is one line of a file, and never goes back on a terminal', () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    const elsewhere = startProgress('Building', { write });
    elsewhere.to(0.5);
    elsewhere.end();
    expect(written.splice(0)).toEqual(['Building …\n']);

    const terminal = startProgress('Building', { isTTY: true, write });
    terminal.to(0.5);
    terminal.to(0.25);
    terminal.end('Built');
    expect(written.filter((text) => text.includes('░')).map(cellsIn)).toEqual([0, 12, 12]);
    expect(written.at(-1)).toContain('Built\n');
  });
});
