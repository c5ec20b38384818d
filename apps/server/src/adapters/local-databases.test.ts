import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockDirectory } from './directory-lock.ts';
import { LocalDatabases } from './local-databases.ts';

it('databases of another process are left alone', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'khara-databases-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const lock = await lockDirectory(directory);
  await expect(LocalDatabases.start({ directory, hasStandby: true })).rejects.toThrow('is in use');
  await lock.release();
});
