import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plainRoot } from './plain-root.ts';

it.each(["it's #1", 'why?', 'a#b'])('a checkout in %s is built by a path without # and ?', (name) => {
  const top = mkdtempSync(path.join(tmpdir(), 'khara-root-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
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
