import { cp, lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../processes.ts';
import { makeLinks, reachableBinaries } from './binaries.ts';

it.skipIf(process.platform === 'win32')(
  'the database runs although the install script of its package was not let run',
  async () => {
    const { postgres } = await reachableBinaries(undefined, () => undefined);
    const place = await mkdtemp(path.join(tmpdir(), 'khara-binaries-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const native = path.join(place, 'native');
    await cp(path.dirname(path.dirname(postgres)), native, { recursive: true, verbatimSymlinks: true });
    const links: [string, string][] = [];
    for (const name of await readdir(path.join(native, 'lib'))) {
      const file = path.join(native, 'lib', name);
      if (!(await lstat(file)).isSymbolicLink()) continue;
      links.push([file, await readlink(file)]);
      await rm(file);
    }
    expect(links.length).toBeGreaterThan(5);
    await expect(run(path.join(native, 'bin/initdb'), ['--version'])).rejects.toThrow();
    await Promise.all([makeLinks(native), makeLinks(native)]);
    for (const [file, to] of links) expect(await readlink(file)).toBe(to);
    expect((await run(path.join(native, 'bin/initdb'), ['--version'])).stdout).toContain('PostgreSQL');
    expect((await run(path.join(native, 'bin/postgres'), ['--version'])).stdout).toContain('PostgreSQL');
  },
);
