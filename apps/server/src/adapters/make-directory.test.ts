import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDirectory } from './make-directory.ts';

describe('a directory that the server makes', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'directory-'));
  afterAll(() => rmSync(scratch, { recursive: true }));

  it('is there afterwards with those above it, and making it twice is well', async () => {
    const deep = path.join(scratch, 'a/b/c');
    await makeDirectory(deep, 0o700);
    await makeDirectory(deep, 0o700);
    expect(statSync(deep).isDirectory()).toBe(true);
  });

  it('is refused in the place of a file and below one', async () => {
    const file = path.join(scratch, 'file');
    writeFileSync(file, '');
    await expect(makeDirectory(file, 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeDirectory(path.join(file, 'below'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')('is refused at once where the system takes none', async () => {
    await expect(makeDirectory('/proc/khara', 0o700)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
