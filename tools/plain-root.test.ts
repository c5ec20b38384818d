import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { plainRoot } from './plain-root.ts';

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ["it's #1", 'tmp'],
  ['why?', 'tmp'],
  ['a#b', 'o#k/Temp'], // as below the home of a user of Windows
])('a checkout in %s, temporary files in %s, is built by a path without # and ?', (name, temporary) => {
  const top = mkdtempSync(path.join(tmpdir(), 'khara-root-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
  for (const variable of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(variable, path.join(top, temporary));
  for (const variable of ['HOME', 'USERPROFILE']) vi.stubEnv(variable, top);
  const app = path.join(top, name, 'apps/web');
  mkdirSync(app, { recursive: true });
  for (const { root = '', resolve } of [1, 2].map(() => plainRoot(app, path.join(top, name)))) {
    expect(root).not.toMatch(/[#?]/);
    expect(realpathSync(root)).toBe(realpathSync(app));
    expect(resolve).toEqual({ preserveSymlinks: true });
    onTestFinished(() => rmSync(path.dirname(path.dirname(root)), { force: true }));
  }
});

it.each(["it's", 'My Projects (copy)', '50%25 done', 'खरा', 'a&b;c'])(
  'a checkout in %s is built as it stands',
  (name) => {
    expect(plainRoot(`/home/${name}/apps/web`, `/home/${name}`)).toEqual({});
  },
);
